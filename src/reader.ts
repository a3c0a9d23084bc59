/**
 * The process that reads what strangers wrote: it gets a request on standard input, says how far it
 * is on standard output, and leaves reports in a folder. It has no token and no key of the app.
 */
import { createInterface } from 'node:readline';
import './cli/own-modules.ts';

const { readChange } = await import('./entry/read-change.ts');
const { isTask, readTask } = await import('./entry/read-task.ts');

const input = createInterface({ input: process.stdin });
// Whoever started us is gone when the input ends, and nobody waits for the result.
input.once('close', () => process.exit(3));
input.once('line', (line) => void answer(line));

async function answer(line: string): Promise<void> {
  const { env } = process;
  const last = isTask(line) ? await readTask(line, env, say) : await readChange(line, env, say);
  await say(last);
  process.exit(last.kind === 'done' ? 0 : 3);
}

function say(message: object): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}
