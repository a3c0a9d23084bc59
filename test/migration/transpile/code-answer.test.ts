import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCodeAnswer } from '../../../src/migration/transpile/code-answer.ts';
import type { UnparsedAnswer } from '../../../src/model/model.ts';

function parse(content: string, finish: UnparsedAnswer['finish'] = 'stop') {
  const usage = { input: 1, cached: 0, output: 1, estimated: false };
  const rest = { toolCalls: [], model: 'm', usage, source: 'provider', repairs: [] } as const;
  return parseCodeAnswer({ content, finish, ...rest });
}

const file = fc.constantFrom('src/a.rs', 'src/b/c.rs', '../x.c');
const text = fc.string().map((one) => `fn f() {}\n${one.replaceAll(/[<>`]/g, '')}\n`);
const block = fc.record({ kind: fc.constantFrom('code' as const, 'tests' as const), file, text });

test('blocks are read as they were written, whatever stands around them', () => {
  const around = fc.string().map((one) => one.replaceAll('<', ''));
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), around, (blocks, other) => {
      const written = blocks.map(({ kind, file: path, text: own }) => {
        const tag = kind === 'code' ? 'CODE' : 'TESTS';
        return `${other}\n<${tag} file="${path}">\n${own}</${tag}>\n`;
      });
      const parsed = parse(written.join(''));
      expect(parsed).toEqual({ ok: true, value: { blocks, removals: [], dependencies: [] } });
    }),
  );
});

test('any text is read or refused', () => {
  const pieces = fc.constantFrom('<CODE file="a">', '</CODE>', '<TESTS>', '<DEPENDENCIES>', '[');
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
      const parsed = parse(parts.join(''));
      if (parsed.ok) expect(parsed.value.blocks.length).toBeGreaterThan(0);
      else expect(parsed.problem).not.toBe('');
    }),
  );
});

test('an objection stands in place of code', () => {
  const none = { blocks: [], removals: [], dependencies: [] };
  expect(parse('So: <RIGHT>the C does nothing either</RIGHT>')).toEqual({
    ok: true,
    value: { ...none, objection: { kind: 'right', because: 'the C does nothing either' } },
  });
  expect(parse('<CANNOT>\nself is shared\n</CANNOT>')).toEqual({
    ok: true,
    value: { ...none, objection: { kind: 'impossible', because: 'self is shared' } },
  });
});

test.each([
  ['an objection beside code', '<CODE file="a">x</CODE><RIGHT>y</RIGHT>', 'stop', /not both/],
  ['an objection without a reason', '<CANNOT> </CANNOT>', 'stop', /needs a reason/],
  ['cut off at its limit', '<CODE file="src/a.rs">\nfn f() {}\n</CODE>', 'length', /cut off/],
  ['a block that is not closed', '<CODE file="src/a.rs">\nfn f() {', 'stop', /not closed/],
  ['a block without a file', '<CODE>\nfn f() {}\n</CODE>', 'stop', /not closed, or has no file/],
  ['nothing', 'I would rather not.', 'stop', /no <CODE file/],
  [
    'dependencies that are no list',
    '<CODE file="a">x</CODE><DEPENDENCIES>{"a": 1}</DEPENDENCIES>',
    'stop',
    /wrong form/,
  ],
] as const)('an answer is refused: %s', (_, content, finish, problem) => {
  expect(parse(content, finish)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});

test('removals are names, paths, or imports as they are written', () => {
  const parsed = parse(
    '<CODE file="a">fn f() {}</CODE><REMOVE file="a">inner::f, G use std::io::{self, Write};\nT::h</REMOVE>',
  );
  const names = ['inner::f', 'G', 'use std::io::{self, Write};', 'T::h'];
  expect(parsed).toMatchObject({ value: { removals: [{ file: 'a', names }] } });
});

test('a fence around code, removals and dependencies are understood', () => {
  const parsed = parse(
    '<CODE file="src/a.rs">\n```rust\nfn f() {}\n```\n</CODE>\n<REMOVE file="src/a.rs">g, H</REMOVE>\n' +
      '<DEPENDENCIES>["memchr"]</DEPENDENCIES>',
  );
  expect(parsed).toEqual({
    ok: true,
    value: {
      blocks: [{ kind: 'code', file: 'src/a.rs', text: 'fn f() {}\n' }],
      removals: [{ file: 'src/a.rs', names: ['g', 'H'] }],
      dependencies: ['memchr'],
    },
  });
});

test('to take something away is an answer of its own', () => {
  const removals = [{ file: 'src/a.rs', names: ['use std::io::Write;', 'old'] }];
  expect(parse('<REMOVE file="src/a.rs">use std::io::Write;, old</REMOVE>')).toEqual({
    ok: true,
    value: { blocks: [], removals, dependencies: [] },
  });
  expect(parse('<REMOVE file="src/a.rs"></REMOVE>').ok).toBe(false);
});
