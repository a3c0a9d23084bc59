import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { runSecurity } from '../../../src/security/pipeline.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { addFiles } from '../../support/temporary-folder.ts';

const SOUND = 'int twice(int x) {\n  return x + x;\n}\n';
/** A function with a statement that is none of C. */
const STRAY =
  'int f(int x) {\n  if (x) {\n    x = 1; }\n  x @ ? 1;\n  if (x) return 2;\n  return 1;\n}\n';

async function verdictOf(before: Record<string, string>, after: Record<string, string>) {
  return (await reportOf(before, after)).verdict;
}

async function reportOf(
  before: Record<string, string>,
  after: Record<string, string>,
  links: Record<string, string> = {},
) {
  const folder = gitRepository(before);
  addFiles(folder, after);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
  return await runSecurity(
    {
      scan: { path: folder, threads: 0 },
      ...{ base: 'main', includeExisting: false, minConfidence: 0.4, failOn: 'high' },
      ...{ state: 'none', version: '1.2.3' },
    },
    {
      rules: RULES,
      grammars: loadGrammars(),
      threadScript: new URL('absent.ts', import.meta.url),
      onWarning: () => {},
    },
  );
}

test.each<[string, Record<string, string>, Record<string, string>, string]>([
  [
    'lines that the base could not be examined for either are not its doing',
    { 'a.c': SOUND + STRAY },
    { 'a.c': SOUND.replace('x + x', '2 * x') + STRAY },
    'clean',
  ],
  [
    'the same where they have moved, or the file has',
    { 'a.c': SOUND + STRAY },
    { 'a.c': `int added;\n\n${SOUND}${STRAY}` },
    'clean',
  ],
  [
    'a changed line among them is one that nobody has looked at',
    { 'a.c': SOUND + STRAY },
    { 'a.c': SOUND + STRAY.replace('? 1', '? 3') },
    'inconclusive',
  ],
  [
    'a change that keeps old lines from being examined is about them',
    { 'a.c': SOUND + STRAY.replace('  x @ ? 1;\n', '') },
    { 'a.c': SOUND + STRAY },
    'inconclusive',
  ],
  ['new code of this kind', { 'a.c': SOUND }, { 'b.c': STRAY }, 'inconclusive'],
])('%s', async (_, before, after, verdict) => {
  expect(await verdictOf(before, after)).toBe(verdict);
});

test.each([
  ['notes.txt', 'inconclusive'],
  ['/etc/hostname', 'inconclusive'],
  ['gone', 'inconclusive'],
  ['a.c', 'clean'],
])('a change that has a link named like a source, to %s: %s', async (target, verdict) => {
  const before = { 'a.c': SOUND, 'notes.txt': SOUND };
  const after = { 'a.c': SOUND.replace('x + x', '2 * x') };
  expect((await reportOf(before, after, { 'b.c': target })).verdict).toBe(verdict);
});

test('a review lists what the change touches, and counts what it leaves as it was', async () => {
  const before = { 'a.c': SOUND, 'config.h.in': '#undef A\n', 'b.xs': 'int b;\n' };
  const { summary, notice } = await reportOf(before, {
    'a.c': SOUND.replace('x + x', '2 * x'),
    'b.xs': 'int c;\n',
  });
  expect(summary.skipped.map(({ file }) => file)).toEqual(['b.xs']);
  expect(notice).toContain(
    'Of what the change leaves as it was, 1 file or part of one cannot be examined; a scan lists it.',
  );
});
