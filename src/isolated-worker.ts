/**
 * The process that reads what strangers wrote: it gets a request on standard input, says how far it
 * is on standard output, and leaves reports in a folder. It has no token and no key of the app.
 */
import { createInterface } from 'node:readline';
import './workspace/own-modules.ts';

const { reviewChange } = await import('./entry/isolated-worker/review-change.ts');
const { isTask, handleTask } = await import('./entry/isolated-worker/handle-task.ts');

const input = createInterface({ input: process.stdin });
// Whoever started us is gone when the input ends, and nobody waits for the result.
input.once('close', () => process.exit(3));
input.once('line', (line) => void answerRequest(line));

async function answerRequest(line: string): Promise<void> {
  const { env } = process;
  const last = isTask(line)
    ? await handleTask(line, env, writeMessage)
    : await reviewChange(line, env, writeMessage);
  await writeMessage(last);
  process.exit(last.kind === 'done' ? 0 : 3);
}

function writeMessage(message: object): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}
