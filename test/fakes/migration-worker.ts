/**
 * An isolated worker that knows what it will say: a program for `workerCommand`. Its folder has `survey.json`
 * and, for each function by its id, `<id>.json` with the plan; commits are put in as they are asked.
 * There are no tests of the C program.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';

const [, , folder = '.'] = process.argv;
const requestSchema = z.looseObject({
  task: z.string(),
  head: z.string(),
  root: z.string(),
  outputFolder: z.string(),
  only: z.array(z.string()).default([]),
  earlier: z.string().optional(),
});

const input = createInterface({ input: process.stdin });
input.once('line', (line) => void answer(line));

async function answer(line: string): Promise<void> {
  const request = requestSchema.parse(JSON.parse(line));
  if (request.task === 'link') {
    const verdict = { kind: 'not possible', reasons: ['there are no tests'] };
    return tell(request.outputFolder, JSON.stringify(verdict));
  }
  const isLaidOut = existsSync(join(request.root, 'rust/Cargo.toml'));
  const name =
    request.task === 'survey' ? 'survey' : isLaidOut ? (request.only[0] ?? '') : 'set-up';
  writeFileSync(join(folder, 'asked.txt'), `${name} ${request.earlier ?? ''}\n`, { flag: 'a' });
  const text = readFileSync(join(folder, `${name}.json`), 'utf8')
    .replaceAll('HEAD', request.head)
    .replaceAll('"IS_LAID_OUT"', String(isLaidOut));
  if (existsSync(join(folder, 'slow.txt')) && request.task !== 'survey') await sleep(60_000);
  tell(request.outputFolder, text);
}

function tell(outputFolder: string, result: string): void {
  writeFileSync(join(outputFolder, 'result.json'), result);
  const costs = { dollars: 0, calls: 0, unpriced: 0 };
  process.stdout.write(`${JSON.stringify({ kind: 'done', seconds: 0, costs, warnings: [] })}\n`);
}
