/**
 * The process that handles what strangers wrote: it gets a request on standard input, says how far it
 * is on standard output, and leaves the result in a folder. It has no token and no key of the app.
 */
import { createInterface } from 'node:readline';
import './workspace/own-modules.ts';

const { serveRequest } = await import('./entry/isolated-worker/serve.ts');

const input = createInterface({ input: process.stdin });
// The process that started this one has ended when the input ends, so that no result is wanted.
input.once('close', () => process.exit(3));
input.once('line', (line) => void answerRequest(line));

async function answerRequest(line: string): Promise<void> {
  const last = await serveRequest(line, process.env, writeMessage);
  await writeMessage(last);
  process.exit(last.kind === 'done' ? 0 : 3);
}

function writeMessage(message: object): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}
