import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { runSecurity } from '../../../src/security/pipeline.ts';
import { StoredAnalysisCache } from '../../../src/security/scan/analysis-cache.ts';
import { scan } from '../../../src/security/scan/scan.ts';
import type { ScanDeps } from '../../../src/security/scan/survey-tree.ts';
import { ContentStore } from '../../../src/workspace/state/content-store.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const deps = {
  rules: RULES,
  grammars: loadGrammars(),
  threadScript: new URL('absent.ts', import.meta.url),
};

const NAMES = `#include <stdlib.h>
#include <string.h>
#ifdef SMALL
#define ROOM 4
#else
#define ROOM 64
#endif
#ifdef WITH_CACHE
static char *cache;
void drop(void) {
  free(cache);
  free(cache);
}
#endif
#ifdef NEVER
void never(void) {}
#endif
int fill(void) {
  char name[ROOM];
  memcpy(name, "0123456789", 10);
  return name[0];
}
void twice(char *p) {
  free(p);
  free(p);
}
`;

/** A list that compiles one file once with each of some flags. */
function listOf(file: string, ...flags: string[]): string {
  return JSON.stringify(
    flags.map((flag) => ({ directory: '/p', file, command: `cc ${flag} -c ${file}` })),
  );
}

async function scanned(root: string, more: Partial<ScanDeps> = {}) {
  const { candidates, skips, files } = await scan({ path: root, threads: 0 }, { ...deps, ...more });
  return {
    found: candidates.map(({ line, pattern, configurations }) => ({
      ...{ line, pattern },
      ...(configurations && { configurations }),
    })),
    candidates,
    skips,
    files,
  };
}

test('what is found in some configurations alone says in which, and what is in all of them says none', async () => {
  const root = temporaryFolder({
    'names.c': NAMES,
    'compile_commands.json': listOf('names.c', '', '-DSMALL', '-DWITH_CACHE', '-DPIC'),
  });
  const { found, candidates, skips, files } = await scanned(root);
  expect(found).toEqual([
    { line: 12, pattern: 'double_free', configurations: ['-D WITH_CACHE'] },
    { line: 20, pattern: 'boundary_funcs', configurations: ['-D SMALL'] },
    { line: 25, pattern: 'double_free' },
  ]);
  expect(candidates[1]?.description).toMatch(/ \(in 1 of 3 configurations: -D SMALL\)$/);
  expect(skips).toEqual([
    expect.objectContaining({
      file: 'names.c',
      reason: 'line 16 not part of this build in any of its 3 configurations, and not examined',
      failed: false,
    }),
  ]);
  expect(files[0]?.functions.map(({ name }) => name)).toEqual(['drop', 'fill', 'twice']);
});

test('one rule on one line is one candidate, as sure as in the configuration that is surest', async () => {
  const text = `int f(int i) {
  int a[8];
  a[INDEX] = 1;
  return a[0];
}
`;
  const root = temporaryFolder({
    'a.c': text,
    'compile_commands.json': listOf('a.c', '-DINDEX=8', '-DINDEX=9', '-DINDEX=7'),
  });
  const { found } = await scanned(root);
  expect(found).toEqual([
    {
      line: 3,
      pattern: 'out_of_bounds_write',
      configurations: ['-D INDEX=8', '-D INDEX=9'],
    },
  ]);
});

test('what cannot be read in one configuration is said, with which', async () => {
  const text = 'int f(int x) {\n  return x BROKEN;\n}\nint g(void) { return 1; }\n';
  const root = temporaryFolder({
    'a.c': text,
    'compile_commands.json': listOf('a.c', '-DBROKEN=', '-DBROKEN=)((', '-DBROKEN=+1'),
  });
  const { skips } = await scanned(root);
  const [first, ...others] = skips;
  expect(others).toEqual([]);
  expect(first).toMatchObject({ file: 'a.c', failed: true });
  expect(first?.reason).toContain('(with -D BROKEN=)(()');
});

test('each configuration is remembered by itself', async () => {
  const root = temporaryFolder({
    'names.c': NAMES,
    'other.c': 'int other(void) { return 1; }\n',
    'compile_commands.json': listOf('names.c', '', '-DSMALL'),
  });
  const store = new ContentStore(temporaryFolder(), Date.now());
  const cache: ScanDeps['cache'] = (folder, limits, builds) =>
    new StoredAnalysisCache(store, 'engine', folder, limits, builds);
  const before = await scanned(root, { cache });
  expect((await scanned(root, { cache })).candidates).toEqual(before.candidates);
  addFiles(root, { 'compile_commands.json': listOf('names.c', '', '-DWITH_CACHE') });
  const after = await scanned(root, { cache });
  expect(after.candidates).toEqual((await scanned(root)).candidates);
  expect(after.found[0]).toEqual({
    line: 12,
    pattern: 'double_free',
    configurations: ['-D WITH_CACHE'],
  });
});

test('a review has what a change brings into one configuration', async () => {
  const root = gitRepository({
    'names.c': NAMES.replace('#define ROOM 4', '#define ROOM 16'),
    'compile_commands.json': listOf('names.c', '', '-DSMALL'),
  });
  const base = git(root, 'rev-parse', 'HEAD').trim();
  addFiles(root, { 'names.c': NAMES });
  commitAll(root);
  const report = await runSecurity(
    {
      ...{ scan: { path: root, threads: 0 }, base, includeExisting: false, minConfidence: 0.4 },
      ...{ failOn: 'high', state: 'none', version: '0' },
    },
    { ...deps, onWarning: () => undefined },
  );
  expect(report.candidates.map(({ line, pattern }) => ({ line, pattern }))).toEqual([
    { line: 20, pattern: 'boundary_funcs' },
  ]);
});
