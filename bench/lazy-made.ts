/**
 * Whether a review that looks only at what the change reaches finds what one of all files finds, on made projects whose files
 * have much to do with each other: `npm run bench:lazy-made [-- --sample N --seed S]`. What differs is printed with the
 * files. Exit status 1 where something is introduced or fixed in one way only.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadGrammars } from '../src/code/syntax/grammar.ts';
import { seededRandom } from '../src/equivalence/inputs/values/random.ts';
import { RULES } from '../src/rules/index.ts';
import { scanLazily } from '../src/security/scan/lazy/scan-lazily.ts';
import { scanVersions } from '../src/security/scan/scan-versions.ts';
import type { ScannedVersions } from '../src/security/scan/scanned-versions.ts';
import { type OpenedTree, openTree, surveyOpened } from '../src/security/scan/survey-tree.ts';
import type { DiffHunk } from '../src/workspace/git/diff-ranges.ts';
import { SCAN_THREAD } from '../src/workspace/own-files.ts';
import { changedProject, madeProject, textsOf } from './lazy-made/made-project.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const deps = { rules: RULES, grammars: loadGrammars(), threadScript: SCAN_THREAD };
const home = mkdtempSync(join(tmpdir(), 'rustward-lazy-made-'));
const counts = { different: 0, introducing: 0, introduced: 0, surveyed: 0, files: 0 };
for (let index = 0; index < Number(values.sample); index += 1) {
  const digest = createHash('sha256').update(`${values.seed} ${index}`).digest();
  const random = seededRandom(digest.readInt32LE(0));
  const before = madeProject(random);
  const [base, head] = [textsOf(before), textsOf(changedProject(before, random))];
  const roots = { base: written(base, `${index}-base`), head: written(head, `${index}-head`) };
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])];
  const differences = paths
    .filter((path) => base[path] !== head[path])
    .map((path) => ({
      path: path in head ? path : undefined,
      oldPath: path in base ? path : undefined,
      hunks: [hunkOf(base[path] ?? '', head[path] ?? '')],
    }));
  const lazy = await scanLazily(await large(roots.head), await large(roots.base), differences);
  if (lazy === undefined) throw new Error(`a file of ${roots.head} could not be surveyed`);
  const eager = await scanVersions(
    await surveyOpened(await large(roots.head)),
    await surveyOpened(await large(roots.base)),
    differences,
  );
  const [one, other] = [changesOf(lazy), changesOf(eager)];
  counts.files += paths.length;
  counts.surveyed += lazy.head.knowledge?.names.length ?? 0;
  counts.introduced += other.length;
  if (other.length > 0) counts.introducing += 1;
  if (one.join('\n') !== other.join('\n')) {
    counts.different += 1;
    const missed = other.filter((each) => !one.includes(each));
    const more = one.filter((each) => !other.includes(each));
    const changed = differences.map(({ path, oldPath }) => path ?? oldPath).join(', ');
    process.stdout.write(
      `${index} DIFFERENT in ${roots.head} (${changed})\n  missed: ${missed.join('\n    ')}\n  more: ${more.join('\n    ')}\n`,
    );
  } else for (const root of Object.values(roots)) rmSync(root, { recursive: true });
}
process.stdout.write(
  `${counts.different} of ${values.sample} differ; ${counts.introduced} candidates come or go in ${counts.introducing}; ` +
    `${counts.surveyed} of ${counts.files} files surveyed\n`,
);
if (counts.different === 0) rmSync(home, { recursive: true });
process.exitCode = counts.different === 0 ? 0 : 1;

/** All lines from the first that differs to the last. */
function hunkOf(before: string, after: string): DiffHunk {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const least = Math.min(old.length, now.length);
  let first = 0;
  while (first < least && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < least - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const [oldCount, count] = [old.length - last - first, now.length - last - first];
  return { oldStart: first + 1, oldCount, start: first + (count === 0 ? 0 : 1), count };
}

/** A tree of few files, taken for a large one, whose files are surveyed once. */
async function large(path: string): Promise<OpenedTree> {
  const opened = await openTree({ path, threads: 0 }, deps);
  return { ...opened, files: opened.files.map((file) => ({ ...file, bytes: 3_000_001 })) };
}

/** The candidates of one version alone, but for where they are. */
function changesOf({ head, base }: ScannedVersions): string[] {
  const textsIn = ({ candidates }: ScannedVersions['head']) =>
    candidates.map(({ gid: _, ...one }) => JSON.stringify(one));
  const [now, before] = [textsIn(head), textsIn(base)];
  const come = now.filter((text) => !before.includes(text)).map((text) => `+${text}`);
  const gone = before.filter((text) => !now.includes(text)).map((text) => `-${text}`);
  return [...come, ...gone].sort();
}

function written(files: Readonly<Record<string, string>>, name: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}
