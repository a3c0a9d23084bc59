import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { scan } from '../../../src/security/scan/scan.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DEPS = {
  rules: RULES,
  grammars: loadGrammars(),
  threadScript: new URL('absent.ts', import.meta.url),
};

const RELEASES = '#include <stdlib.h>\nstatic inline void release(char *p) { free(p); }\n';
const KEEPS = 'static inline void release(char *p) { (void)p; }\n';
const USER = `#include "release.h"
void use(void) {
  char *p = malloc(4);
  if (!p) return;
  release(p);
  free(p);
}
`;

/** The lines on which memory is freed twice, by file. */
async function freedTwice(files: Record<string, string>): Promise<string[]> {
  const { candidates } = await scan({ path: temporaryFolder(files), threads: 0 }, DEPS);
  return candidates
    .filter(({ pattern, confidence }) => pattern === 'double_free' && confidence >= 0.5)
    .map(({ file, line }) => `${file}:${line}`);
}

test('a static function of a header is followed into what includes it', async () => {
  expect(await freedTwice({ 'a.c': USER, 'release.h': RELEASES })).toEqual(['a.c:6']);
  expect(await freedTwice({ 'a.c': USER, 'release.h': KEEPS })).toEqual([]);
});

test('of several of one name the one that is included is meant', async () => {
  const others = { 'x/other.h': KEEPS, 'y/release.c': 'void release(char *p) { (void)p; }\n' };
  const files = { 'lib/a.c': USER, 'lib/release.h': RELEASES, ...others };
  expect(await freedTwice(files)).toEqual(['lib/a.c:6']);
  const harmless = { 'x/a.c': USER, 'x/release.h': KEEPS, 'y/release.c': RELEASES };
  expect(await freedTwice(harmless)).toEqual([]);
});

test('what a static function of a source does, only that source sees', async () => {
  const other = 'static void release(char *p) { free(p); }\n';
  const files = { 'a.c': USER.replace('#include "release.h"\n', ''), 'b.c': other };
  expect(await freedTwice(files)).toEqual([]);
});

test('a static function of a header is there only for files that include it', async () => {
  const without = USER.replace('#include "release.h"\n', '');
  expect(await freedTwice({ 'a.c': without, 'release.h': RELEASES })).toEqual([]);
  const through = USER.replace('release.h', 'all.h');
  const all = '#include "lib/more.h"\n';
  const more = '#include "release.h"\n';
  const files = { 'a.c': through, 'all.h': all, 'lib/more.h': more, 'lib/release.h': RELEASES };
  expect(await freedTwice(files)).toEqual(['a.c:6']);
  expect(await freedTwice({ ...files, 'lib/more.h': '' })).toEqual([]);
});

test('a source is meant where a header that is not included has a static function of the name', async () => {
  const source = RELEASES.replace('static inline ', '');
  const user = USER.replace('#include "release.h"', 'void release(char *p);');
  const files = { 'a.c': user, 'release.c': source, 'install.h': KEEPS, 'install.c': '' };
  expect(await freedTwice(files)).toEqual(['a.c:6']);
});
