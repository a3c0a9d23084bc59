// Runs the command line many times in one process, which `command-runs.ts` starts: what it would
// print goes to that one.
import { runCommandLine } from '../../../src/cli/program.ts';

interface Order {
  readonly args: readonly string[];
  readonly folder: string;
}

process.on('message', (order: Order) => {
  void obey(order);
});

async function obey({ args, folder }: Order): Promise<void> {
  process.chdir(folder);
  let [stdout, stderr] = ['', ''];
  const write = { out: process.stdout.write, err: process.stderr.write };
  process.stdout.write = (chunk: string | Uint8Array) => {
    stdout += Buffer.from(chunk).toString();
    return true;
  };
  process.stderr.write = (chunk: string | Uint8Array) => {
    stderr += Buffer.from(chunk).toString();
    return true;
  };
  let status: number | undefined;
  try {
    status = await runCommandLine(args);
  } catch (thrown) {
    // As Node does with what a program throws.
    stderr += thrown instanceof Error ? `${thrown.stack}\n` : `thrown: ${thrown}\n`;
    status = 1;
  } finally {
    process.stdout.write = write.out;
    process.stderr.write = write.err;
    // Each run adds one, since it expects to be the only one.
    process.stdout.removeAllListeners('error');
  }
  process.send?.({ status, stdout, stderr });
}
