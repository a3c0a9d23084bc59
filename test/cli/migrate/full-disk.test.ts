import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { COMPILED } from '../../support/compiled.ts';
import { fillDisk, freeDisk } from '../../support/fill-disk.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { CLI } from '../../support/once/program.ts';
import { smallDisk, withSmallDisk } from '../../support/small-disk.ts';
import { type Asked, askedOf, goodAnswer } from '../../support/tally-answers.ts';
import { tallyProject } from '../../support/tally-run.ts';

const MEGABYTE = 1024 * 1024;
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning', CLI] as const;

withClang('rustward migrate run', () => {
  withSmallDisk('on a disk that fills up', () => {
    // Four whole runs: what one of them leaves behind is what the next one finds.
    test('ends with one line, leaves nothing half-written, and goes on', async () => {
      const disk = await smallDisk(128 * MEGABYTE);
      const project = join(disk.folder, 'tally');
      cpSync(tallyProject(), join(disk.seen, 'tally'), { recursive: true });
      let full: { readonly at: Asked['role']; readonly left: number } | undefined;
      const asked: Asked['role'][] = [];
      const server = await modelServer((request) => {
        const one = askedOf(request);
        asked.push(one.role);
        if (one.role === full?.at) fillDisk(disk.seen, full.left);
        return { kind: 'answer', content: goodAnswer(one) };
      });
      const { PATH, HOME } = process.env;
      const env = {
        ...{ ...modelEnvironment(server), ...COMPILED, PATH, HOME, CARGO_HOME: `${HOME}/.cargo` },
      };
      const run = async (more: Readonly<Record<string, string>> = {}) => {
        const command = [...NODE, 'migrate', 'run', project, '--only', 'clamp'] as const;
        const { status, stdout, stderr } = await disk.run(command, { ...env, ...more });
        freeDisk(disk.seen);
        const git = async (...args: string[]) =>
          (await disk.run(['git', '-C', project, ...args], process.env)).stdout;
        expect(await git('fsck', '--strict', '--no-dangling')).toBe('');
        const log = (await git('log', '--format=%s')).trim().split('\n');
        const changed = await git('status', '--porcelain', '--', 'rust', '*.c', '*.h');
        return { status, stdout, problem: stderr.trim().split('\n').at(-1), log, changed };
      };

      fillDisk(disk.seen, 0);
      expect(await run()).toEqual({
        ...{ status: 2, stdout: '', log: ['change'], changed: '' },
        problem: expect.stringMatching(/^rustward: cannot write \S+: the disk is full$/),
      });

      // The project is on the same disk, but it is the compiler that has no room first.
      full = { at: 'translator', left: 2 * MEGABYTE };
      expect(await run({ TMPDIR: disk.folder })).toEqual({
        ...{
          status: 3,
          stdout: '',
          log: ['Lay out the Rust crate in rust', 'change'],
          changed: '',
        },
        problem: expect.stringMatching(/^rustward: the disk that holds \S+ is full; make room/),
      });
      // That is no fault of what was written, and nobody is asked to mend it.
      expect(asked).not.toContain('migration-fixer');

      full = { at: 'translator', left: 0 };
      expect(await run()).toEqual({
        ...{
          status: 2,
          stdout: '',
          log: ['Lay out the Rust crate in rust', 'change'],
          changed: '',
        },
        problem: expect.stringMatching(/^rustward: cannot write \S+: the disk is full$/),
      });

      full = undefined;
      expect(await run()).toMatchObject({
        ...{ status: 0, stdout: expect.stringMatching(/^clamp .* migrated /m), changed: '' },
        log: ['Migrate clamp (tally.c) to Rust', 'Lay out the Rust crate in rust', 'change'],
      });
      expect(asked).not.toContain('migration-fixer');
    }, 120_000);
  });
});
