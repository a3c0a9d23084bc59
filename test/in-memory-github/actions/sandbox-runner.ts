import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';
import type { Runner } from './runner.ts';

const GIGABYTE = 1024 ** 3;
const SECONDS = 300;

/** The Rust of this machine in its sandbox, without a network; undefined where there is no such. */
export async function sandboxRunner(): Promise<Runner | undefined> {
  const sandbox = await findSandbox();
  if (!sandbox.isolates || findProgram('cargo') === undefined) return undefined;
  const toolchain = rustToolchain(process.env['PATH']);
  const programs = '/usr/local/bin:/usr/bin:/bin';
  return {
    async run({ folder, workingDirectory, script, environment, signal }) {
      const { end, stdout } = await sandbox.run({
        command: [
          'bash',
          '-ec',
          'exec 2>&1; cd -- "$1"; exec bash -ec "$2"',
          'step',
          workingDirectory,
          script,
        ],
        ...{ tree: folder, access: 'write', signal },
        tools: toolchain === undefined ? [] : [toolchain],
        environment: {
          PATH: toolchain === undefined ? programs : `${toolchain}/bin:${programs}`,
          ...{ CI: 'true', GITHUB_ACTIONS: 'true', CARGO_NET_OFFLINE: 'true' },
          ...environment,
        },
        limits: {
          ...{ wallSeconds: SECONDS, cpuSeconds: 4 * SECONDS, memoryBytes: 2 * GIGABYTE },
          ...{ diskBytes: 2 * GIGABYTE, fileBytes: GIGABYTE / 2, processes: 512 },
          outputBytes: 16 * 1024 * 1024,
        },
      });
      return { status: end.kind === 'exited' ? end.status : 143, output: stdout };
    },
  };
}
