import { expect, test } from '@jest/globals';
import { restOfChange } from '../../../src/security/slice/rest-of-change.ts';
import { changedIndex } from '../../support/changed-index.ts';

const lines = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `  ${name}(${at});`).join('\n');

const fn = (name: string, body: string) => `void ${name}(void)\n{\n${body}\n}\n`;

const BASE = fn('f', '  a();\n  b();');

/** The files and titles of what else the change did, and how much is left out. */
async function rest(
  base: Readonly<Record<string, string>>,
  head: Readonly<Record<string, string>>,
  shown: Parameters<typeof restOfChange>[0] = [],
) {
  const { excerpts, left } = restOfChange(shown, await changedIndex(base, head));
  return { found: excerpts.map(({ file, title, line }) => `${file}:${line} ${title}`), left };
}

test('what changed elsewhere is shown, but for tests', async () => {
  const base = { 'a.c': BASE, 'b.c': `int x;\n${BASE}`, 'tests/t.c': BASE, 'c.c': BASE };
  const changed = BASE.replace('  a();\n', '');
  expect(
    await rest(base, { 'a.c': changed, 'b.c': `int y;\n${BASE}`, 'tests/t.c': changed }),
  ).toEqual({ found: ['a.c:2 in f', 'b.c:1 outside of functions'], left: 0 });
});

test('of files without a change nothing is', async () => {
  expect(await rest({ 'a.c': BASE }, {})).toEqual({ found: [], left: 0 });
});

test('what is long is left out, and counted', async () => {
  const base = { 'a.c': fn('f', '  a();'), 'b.c': fn('g', '  a();') };
  const long = (count: number) => fn('f', `  a();\n${lines(count, 'x')}`);
  expect((await rest(base, { 'a.c': long(25) })).left).toBe(0);
  expect(await rest(base, { 'a.c': long(26) })).toEqual({ found: [], left: 1 });
  // Together no more than forty lines.
  const other = (count: number) => fn('g', `  a();\n${lines(count, 'y')}`);
  expect((await rest(base, { 'a.c': long(20), 'b.c': other(20) })).left).toBe(0);
  expect((await rest(base, { 'a.c': long(20), 'b.c': other(21) })).left).toBe(1);
});
