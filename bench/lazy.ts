/**
 * Whether a review that looks only at what the change reaches finds what one of the whole tree finds:
 * `npm run bench:lazy -- FIXES MIRRORS [--only REPO_REGEX] [--sample N] [--seed S] [-- review options]`. Each fix gives
 * the two pull requests of `bench:fixes`; each is reviewed both ways, and the introduced findings and the verdicts are
 * compared as they are printed; `-- --min-confidence 0` compares all candidates. Exit status 1 where they differ. With `-- --cache-dir FOLDER` all reviews share what they
 * find out: several times quicker, and the seconds say nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { addScanOptions, parseScanOptions } from '../src/cli/options/scan-options.ts';
import { performReview } from '../src/entry/review/perform-review.ts';
import { parseArguments } from './fixes/arguments.ts';
import { readFixes } from './fixes/fixes-file.ts';
import { objectsFolder } from './fixes/mirrors.ts';
import {
  type CheckedOut,
  nameOf,
  type PullRequest,
  withPullRequest,
} from './fixes/pull-requests.ts';
import { sample } from './sample.ts';

const args = parseArguments(process.argv.slice(2));
const found = readFixes(args.fixes).filter(({ repo }) => args.only.test(repo));
const fixes = sample(found, args.sample ?? found.length, args.seed, ({ repo, fix }) => repo + fix);
let different = 0;
for (const fix of fixes) {
  for (const kind of ['bug', 'control'] as const) {
    const pull: PullRequest = { kind, ...fix };
    const objects = objectsFolder(args.mirrors, fix.repo);
    await withPullRequest(objects, pull, async (checkedOut) => {
      const lazy = await review(checkedOut, []);
      const whole = await review(checkedOut, ['--whole']);
      const same = lazy.result === whole.result;
      if (!same) different += 1;
      process.stdout.write(
        `${nameOf(pull)}: ${same ? 'the same' : 'DIFFERENT'}, ${lazy.count} introduced, ${lazy.cpu} and ${whole.cpu} CPU seconds\n`,
      );
      if (!same) process.stdout.write(`${lazy.result}\n${whole.result}\n`);
    });
  }
}
process.stdout.write(`${different} of ${2 * fixes.length} pull requests differ\n`);
process.exitCode = different === 0 ? 0 : 1;

/** Reviews with a cache of its own: what one review keeps is not to help the other. */
async function review({ folder, base }: CheckedOut, options: readonly string[]) {
  const cacheDir = mkdtempSync(join(tmpdir(), 'rustward-lazy-cache-'));
  try {
    const command = addScanOptions(new Command('review')).exitOverride();
    const all = ['--cache-dir', cacheDir, '--no-state', ...options, ...args.review];
    command.parse(all, { from: 'user' });
    const before = process.cpuUsage();
    const request = { path: folder, options: parseScanOptions(command), base };
    const { report } = await performReview(request, { env: {} });
    const introduced = report.candidates
      .filter(({ baseline }) => baseline !== 'unchanged' && baseline !== 'absent')
      .map(({ gid: _, ...one }) => one);
    const result = JSON.stringify({ verdict: report.verdict, introduced });
    const cpu = Math.round(process.cpuUsage(before).user / 100_000) / 10;
    return { result, count: introduced.length, cpu };
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
