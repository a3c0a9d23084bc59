import { expect, test } from '@jest/globals';
import { ItemDigests } from '../../../src/code/c/declarations/item-digests.ts';
import { standingOfC } from '../../../src/migration/state/changed-c.ts';
import { presentEvidence } from '../../../src/migration/state/standing.ts';
import type { MappedSymbol } from '../../../src/migration/state/symbol-map.ts';
import { EQUAL } from '../../support/mapped-project.ts';

const FILES = {
  'path.c':
    'int is_safe(int a)\n{\n    return a > low(LIMIT);\n}\nint low(int a) { return a - 1; }\n',
  'path.h': '#define LIMIT 3\n#define OTHER 1\n',
};

type Files = Readonly<Record<string, string | undefined>>;

function symbol(name: string, used: Readonly<Record<string, readonly string[]>>): MappedSymbol {
  const digests = new ItemDigests((file) => (FILES as Files)[file]);
  const compared = Object.entries(used).map(([file, names]) => [
    file,
    Object.fromEntries(names.map((one) => [one, digests.digest(file, one) ?? ''])),
  ]);
  return {
    ...{ c_name: name, c_qname: name, c_file: 'path.c', start_line: 1, end_line: 4 },
    ...{ module: 'src/path.rs', rust_symbol: `path::${name}`, signature: '', evidence: EQUAL },
    ...{ compared_c: Object.fromEntries(compared), remarks: [], updated_at: 'now' },
  };
}

const MAPPED = [
  symbol('is_safe', { 'path.c': ['is_safe', 'low'], 'path.h': ['LIMIT'] }),
  symbol('low', { 'path.c': ['low'] }),
];
const BOTH = ['is_safe', 'low'].map((name) => ({ name, file: 'path.c' }));

function standing(changed: Files, functions = BOTH, isNew = true, mapped = MAPPED) {
  const files: Files = { ...FILES, ...changed };
  const found = standingOfC(mapped, { functions, isNew }, (file) => files[file]);
  return Object.fromEntries(
    [...found].map(([name, one]) => [name, one.kind === 'changed' ? one.because : one.kind]),
  );
}

const SINCE = 'the C has changed since it was compared:';

test('what is the same but for comments, layout and other code is the same', () => {
  expect(standing({})).toEqual({ is_safe: 'same', low: 'same' });
  const text = `// New.\nint more(void) { return 1; }\n${FILES['path.c'].replaceAll('\n    ', ' /* b */ ')}`;
  expect(standing({ 'path.c': text, 'path.h': '#define LIMIT /* so many */ 3\n' })).toEqual({
    ...{ is_safe: 'same', low: 'same' },
  });
});

test('a change of a function, of one that it calls or of a macro is named, with its file', () => {
  expect(standing({ 'path.c': FILES['path.c'].replace('a > low', 'a >= low') })).toEqual({
    is_safe: `${SINCE} is_safe in path.c`,
    low: 'same',
  });
  expect(standing({ 'path.c': FILES['path.c'].replace('a - 1', 'a - 2') })).toEqual({
    is_safe: `${SINCE} low in path.c, which it uses`,
    low: `${SINCE} low in path.c`,
  });
  expect(standing({ 'path.h': '#define LIMIT 4\n' })).toMatchObject({
    is_safe: `${SINCE} LIMIT in path.h, which it uses`,
  });
  expect(standing({ 'path.h': undefined })).toMatchObject({
    is_safe: `${SINCE} LIMIT in path.h, which it uses`,
  });
});

test('a migrated function that was taken out is no change, one that is another kind of thing now is', () => {
  const [safe = '', low = ''] = FILES['path.c'].split(/(?=int low)/);
  const same = { is_safe: 'same', low: 'same' };
  const own = BOTH.slice(0, 1);
  // Retiring leaves a declaration where C still calls it.
  expect(standing({ 'path.c': `int low(int);\n${safe}` }, own)).toEqual(same);
  expect(standing({ 'path.c': safe }, BOTH, false)).toEqual(same);
  expect(standing({ 'path.c': low, 'path.h': undefined }, BOTH.slice(1))).toEqual(same);
  const changed = {
    low: `${SINCE} low in path.c`,
    is_safe: `${SINCE} low in path.c, which it uses`,
  };
  expect(standing({ 'path.c': `#define low(a) (a)\n${safe}` }, own)).toEqual(changed);
  const moved = [...own, { name: 'low', file: 'low.c' }];
  expect(standing({ 'path.c': safe, 'low.c': low }, moved)).toEqual(changed);
  expect(standing({ 'path.c': `${safe}MAKE(low)\n` }, BOTH)).toEqual(changed);
});

test('of records of earlier versions nothing is known', () => {
  const old = MAPPED.map(({ compared_c: _, ...rest }): MappedSymbol => rest);
  expect(standing({ 'path.h': '' }, BOTH, true, old)).toEqual({
    ...{ is_safe: 'not known', low: 'not known' },
  });
});

test('evidence of C that has changed is none, and what was not compared stays as it was', () => {
  const open = { kind: 'not checked', because: 'it never returns' } as const;
  const mapped = MAPPED.map((one) => (one.c_name === 'low' ? { ...one, evidence: open } : one));
  const files: Files = { ...FILES, 'path.c': FILES['path.c'].replace('a - 1', 'a - 2') };
  const found = standingOfC(mapped, { functions: BOTH, isNew: true }, (file) => files[file]);
  const because = `${SINCE} low in path.c, which it uses`;
  expect([...presentEvidence(mapped, found)]).toEqual([
    ['is_safe', { kind: 'not checked', because, remedy: 'again' }],
    ['low', open],
  ]);
});
