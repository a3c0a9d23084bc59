import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Run } from 'sarif';
import { parseSarif } from '../../../src/security/import/parse-sarif.ts';
import { candidatePathsOf } from '../../../src/security/import/sarif-address.ts';
import type { SarifAddress } from '../../../src/security/import/sarif-schema.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';
import { sarifLog } from '../../support/sarif-log.ts';

const BASES: NonNullable<Run['originalUriBaseIds']> = {
  '%SRCROOT%': { uri: 'file:///home/runner/work/' },
  PWD: { uri: 'file:///repo/' },
  SUB: { uri: 'lib/', uriBaseId: 'PWD' },
  INCLUDE: { uri: 'file:///usr/include/' },
  CIRCLE: { uri: 'a/', uriBaseId: 'CIRCLE' },
  UP: { uri: 'file:///' },
};

function paths(address: SarifAddress | undefined, folder = '/repo'): string[] {
  const artifacts = [{ location: { uri: 'src/listed.c' } }];
  const [run] = parseSarif(sarifLog([], { originalUriBaseIds: BASES, artifacts }));
  if (run === undefined) throw new Error('no run');
  return candidatePathsOf(address, run, { roots: ['/repo', '/link'], folder });
}

const at = (uri: string, uriBaseId?: string): SarifAddress => ({
  uri,
  uriBaseId,
  index: undefined,
});

test.each([
  ['a path', at('src/a.c'), ['src/a.c']],
  ['an absolute path', at('/repo/src/a.c'), ['src/a.c']],
  ['a file address', at('file:///repo/src/a%20b.c'), ['src/a b.c', 'src/a%20b.c']],
  ['a file address with a host', at('file://localhost/repo/a.c'), ['a.c']],
  ['another name of the root', at('file:///link/a.c'), ['a.c']],
  ['a broken escape', at('100%.c'), ['100%.c']],
  ['back-slashes', at('src\\a.c'), ['src/a.c']],
  ['dots', at('./src/../lib//a.c'), ['lib/a.c']],
  ['a base', at('a.c', 'PWD'), ['a.c']],
  ['a base of a base', at('a.c', 'SUB'), ['lib/a.c']],
  ['a base of another machine', at('src/a.c', '%SRCROOT%'), ['src/a.c']],
  ['a base that nobody explains', at('src/a.c', '%OTHER%'), ['src/a.c']],
  ['a number', { uri: undefined, uriBaseId: undefined, index: 0 }, ['src/listed.c']],
  ['a way out', at('../other/a.c'), []],
  ['a hidden way out', at('src/%2e%2e/%2e%2e/etc/passwd'), ['src/%2e%2e/%2e%2e/etc/passwd']],
  ['an absolute path elsewhere', at('/etc/passwd'), []],
  ['a name that begins like the root', at('/repository/a.c'), []],
  ['a base elsewhere', at('stdio.h', 'INCLUDE'), []],
  ['a base above', at('a.c', 'UP'), []],
  ['another scheme', at('https://example.org/repo/a.c'), []],
  ['a drive', at('C:\\repo\\a.c'), []],
  ['the root itself', at('/repo'), []],
  ['nothing', at(''), []],
  ['nothing at all', undefined, []],
  ['a number without a file', { uri: undefined, uriBaseId: undefined, index: 7 }, []],
])('%s', (_, address, expected) => {
  expect(paths(address)).toEqual(expected);
});

test('a path may be relative to where the user stands', () => {
  expect(paths(at('repo/a.c'), '/')).toEqual(['repo/a.c', 'a.c']);
});

test('a circle of bases ends', () => {
  expect(paths(at('a.c', 'CIRCLE')).length).toBeLessThan(5);
});

test('no address leads out of the root', () => {
  const part = fc.constantFrom('..', '.', '', 'a', '%2e%2e', '%2F', '/', '\\', 'file:///', 'repo');
  const address = fc.record({
    uri: fc.oneof(
      fc.array(part).map((parts) => parts.join('/')),
      fc.string({ unit: ANY_CHARACTER }),
    ),
    uriBaseId: fc.constantFrom(undefined, ...Object.keys(BASES), '__proto__', 'constructor'),
    index: fc.constantFrom(undefined, -1, 0, 1e9, 0.5),
  });
  fc.assert(
    fc.property(address, (any) => {
      for (const path of paths(any)) {
        expect(path).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/);
      }
    }),
  );
});
