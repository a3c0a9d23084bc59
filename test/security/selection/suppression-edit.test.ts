import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  printEntry,
  withEntry,
  withoutEntry,
} from '../../../src/security/selection/suppression-edit.ts';
import { parseSuppressionFile } from '../../../src/security/selection/suppression-file.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

const ENTRY = { rule: 'unsafe_api', file: '/src/a.c', fingerprint: 'a1:1', reason: "it's bounded" };
const LINE = `{ rule: 'unsafe_api', file: '/src/a.c', fingerprint: 'a1:1', reason: "it's bounded" },`;

test('a new file says what it is for', () => {
  const text = withEntry(undefined, ENTRY);
  expect(text).toMatch(/^\/\/ Findings of Rustward[\s\S]*\n\[\n {2}\{ rule:/);
  expect(parseSuppressionFile(text)).toEqual([ENTRY]);
  expect(withEntry(text, ENTRY)).toBe(text);
});

test.each([
  ['[]', `[\n  ${LINE}\n]`],
  ['[\n]\n', `[\n  ${LINE}\n]\n`],
  [`[{rule:'a',reason:'b'}]`, `[{rule:'a',reason:'b'},\n  ${LINE}\n]`],
  [
    `[\n  // why, with a ] in it\n  { rule: 'a', reason: ', ]' } // no comma\n  /* last */ ]`,
    `[\n  // why, with a ] in it\n  { rule: 'a', reason: ', ]' }, // no comma\n  /* last */\n  ${LINE}\n]`,
  ],
])('%j keeps all that it holds', (before, after) => {
  expect(withEntry(before, ENTRY)).toBe(after);
});

test.each([
  [`[\n  // kept\n  ${LINE}\n]\n`, '[\n  // kept\n]\n'],
  [
    `[{rule:'a',reason:'b'}, ${LINE}{rule:'c',reason:'d'}]`,
    `[{rule:'a',reason:'b'}, {rule:'c',reason:'d'}]`,
  ],
  [`[{rule:'a',reason:'b'}]`, `[{rule:'a',reason:'b'}]`],
])('from %j only the entry is taken', (before, after) => {
  expect(withoutEntry(before, ENTRY)).toBe(after);
});

test('an entry shows what would be invisible', () => {
  expect(printEntry({ ...ENTRY, reason: 'a\u202eb' })).toContain("reason: 'a\\u202eb'");
});

const text = fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 12 });
const reason = text.filter((one) => one.trim() === one && one !== '');
const entry = fc.record(
  { rule: text, file: text, fingerprint: text, reason },
  { requiredKeys: ['rule', 'reason'] },
);
const idle = fc.oneof(
  fc.constantFrom('', ' ', '\n', '\r\n', '\t', '\u2028'),
  fc.constantFrom('// ] } , \' "\n', '/* [ { , \' " */', '/**/', '//\n'),
);
/** A file in any style: quotes, commas, comments wherever they may stand. */
const file = fc
  .tuple(
    fc.array(fc.tuple(idle, entry, idle, fc.boolean(), idle), { maxLength: 4 }),
    idle,
    idle,
    fc.boolean(),
  )
  .map(([elements, before, after, trailing]) => {
    const parts = elements.map(([one, value, two, strict, three], at) => {
      const printed = strict ? JSON.stringify(value) : printEntry(value).slice(0, -1);
      const comma = at < elements.length - 1 || trailing ? ',' : '';
      return `${one}${printed}${two}${comma}${three}`;
    });
    return {
      text: `${before}[${parts.join('')}${after}]${after}`,
      entries: elements.map(([, value]) => value),
    };
  });

const comments = (source: string) => source.match(/\/\/[^\n]*\n|\/\*.*?\*\//g) ?? [];

test('whatever the file looks like, it holds the entry afterwards and all that it held', () => {
  fc.assert(
    fc.property(file, entry, (before, added) => {
      fc.pre(!before.entries.some((one) => JSON.stringify(one) === JSON.stringify(added)));
      const after = withEntry(before.text, added);
      expect(parseSuppressionFile(after)).toEqual([...before.entries, added]);
      expect(comments(after)).toEqual(comments(before.text));
      const back = withoutEntry(after, added);
      expect(parseSuppressionFile(back)).toEqual(before.entries);
      expect(comments(back)).toEqual(comments(before.text));
    }),
  );
});

test('whichever entry is taken out, the others stay', () => {
  fc.assert(
    fc.property(file, fc.nat(), ({ text: before, entries }, number) => {
      const gone = entries[number % Math.max(1, entries.length)];
      fc.pre(gone !== undefined);
      const at = entries.findIndex((one) => JSON.stringify(one) === JSON.stringify(gone));
      expect(parseSuppressionFile(withoutEntry(before, gone))).toEqual(entries.toSpliced(at, 1));
    }),
  );
});
