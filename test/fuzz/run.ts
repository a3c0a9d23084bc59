/**
 * Gives Rustward what strangers could give it: `npm run test:fuzz`.
 *
 *   npm run test:fuzz -- [--seed N] [--files 2000] [--configurations 500] [--sarifs 500]
 *                        [--webhooks 200] [--only KIND | KIND:NUMBER,…]
 *
 * Odd sources are scanned, odd configurations and results read, odd webhooks brought to a real App.
 * Whatever comes: no crash, no stack trace and no raw message, an exit status that is documented, no
 * more than a minute and 2 GB, and what was not examined is named. The same seed makes the same
 * inputs, each by itself: `--only files:17` tries that one alone. What fails is kept in a folder.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryConfigurations } from './commands/try-configurations.ts';
import { trySarifs } from './commands/try-sarifs.ts';
import { type Failure, KINDS, type Kind, type Request, type Result } from './failure.ts';
import { tryFiles } from './files/try-files.ts';
import { times } from './random.ts';
import { tryWebhooks } from './webhooks/try-webhooks.ts';

const TRIES: Readonly<Record<Kind, (request: Request) => Promise<Result>>> = {
  files: tryFiles,
  configurations: tryConfigurations,
  sarifs: trySarifs,
  webhooks: tryWebhooks,
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
    files: { type: 'string', default: '2000' },
    configurations: { type: 'string', default: '500' },
    sarifs: { type: 'string', default: '500' },
    webhooks: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
  },
});
const [onlyKind = '', onlyNumbers] = values.only.split(':');
const seed = Number(values.seed);
const named = onlyNumbers?.split(',').map(Number);
const numbers = [seed, ...KINDS.map((kind) => Number(values[kind])), ...(named ?? [])];
if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0) || !isKind(onlyKind)) {
  process.stderr.write(
    'usage: npm run test:fuzz -- [--seed N] [--files N] [--configurations N] [--sarifs N] [--webhooks N] [--only KIND | KIND:NUMBER,…]\n',
  );
  process.exit(2);
}

const home = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-fuzz-')));
let failed = 0;
say(`seed ${seed}`);
for (const kind of KINDS.filter((one) => onlyKind === '' || one === onlyKind)) {
  const started = performance.now();
  const indices = named ?? times(Number(values[kind]), (index) => index);
  const result = await TRIES[kind]({ seed, indices, home, onFailure: tell });
  failed += result.failures.length;
  const seconds = Math.round((performance.now() - started) / 1000);
  const most = `${Math.round(result.peak / 1e6)} MB and ${(result.slowest / 1000).toFixed(1)} s at most`;
  say(`${kind}: ${result.tried} tried, ${result.failures.length} failed, ${seconds} s; ${most}`);
}
if (failed === 0) rmSync(home, { recursive: true });
process.exitCode = failed === 0 ? 0 : 1;

function tell({ kind, indices, idea, problems, folder, command }: Failure): void {
  const again = `npm run test:fuzz -- --seed ${seed} --only ${kind}:${indices.join()}`;
  const what = [...new Set(problems)].slice(0, 5).map((problem) => `\n  ${problem}`);
  say(
    `FAILED ${kind}:${indices.join()} (${idea})${what.join('')}\n  kept in ${folder}\n  ${command}\n  ${again}`,
  );
}

function isKind(name: string): boolean {
  return name === '' || KINDS.some((kind) => kind === name);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
