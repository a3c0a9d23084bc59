import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { mappingSchema, parseMapping } from '../../../src/equivalence/pairing/mapping.ts';
import { signatureDecisions } from '../../../src/migration/signature/signature-decisions.ts';

const parser = await loadGrammars().parser('rust');

const param = (name: string, type: string) => ({ name, type });

test('each C parameter is told by name, by what the mapping says, and by what it is made of', () => {
  const c = {
    params: [
      param('cursor', 'const char **'),
      param('out', 'char *'),
      param('capacity', 'size_t'),
      param('flags', 'int'),
    ],
    return_type: '_Bool',
  };
  const mapping = parseMapping(`{
    result: { some: { tuple: [{ buffer: 'out', length: 'nul' }, { buffer: '*cursor', length: 'nul' }] }, none: 0, success: 1 },
    c: { out: { role: 'output', room: 'capacity' }, flags: { role: 'constant', value: 3 } },
  }`);
  const rust = 'pub fn next(cursor: &[u8], capacity: usize) -> Option<(&[u8], &[u8])>';
  expect(signatureDecisions(parser, c, rust, mapping)).toEqual([
    {
      c: 'const char **cursor',
      rust: 'cursor: &[u8]',
      why: 'what it points to afterwards is in the result',
    },
    {
      c: 'char *out',
      rust: 'the result',
      why: 'only written, with room for as many elements as `capacity` tells; given back as a value',
    },
    { c: 'size_t capacity', rust: 'capacity: usize', why: 'the same value' },
    { c: 'int flags', rust: '', why: 'always 3 here: Rust has no such parameter' },
    {
      c: 'returns _Bool',
      rust: 'Option<(&[u8], &[u8])>',
      why: '0 is `None`; `Some` is a tuple of the text that `out` points to, the text that `cursor` points to',
    },
  ]);
});

test('without a mapping, names and types tell: lengths, borrows, receivers, results', () => {
  const c = {
    params: [
      param('self', 'struct buffer *'),
      param('data', 'const uint8_t *'),
      param('length', 'size_t'),
      param('crc', 'uint32_t'),
    ],
    return_type: 'void',
  };
  for (const rust of [
    'pub fn update(&mut self, data: &[u8], crc: u32)',
    // As rustfmt writes what is longer than a line.
    'pub fn update(\n    &mut self,\n    data: &[u8],\n    crc: u32,\n)',
  ]) {
    expect(signatureDecisions(parser, c, rust)).toMatchObject([
      { rust: '&mut self', why: 'written in place: a mutable borrow' },
      { rust: 'data: &[u8]', why: 'read only: a shared borrow' },
      { rust: '', why: 'the length of `data`, which Rust knows' },
      { rust: 'crc: u32', why: 'the same value' },
      { c: 'returns void', rust: '', why: 'nothing' },
    ]);
  }
});

test('a borrow with a lifetime is as mutable as one without', () => {
  const c = {
    params: [param('self', 'struct buffer *'), param('to', 'char *'), param('from', 'char *')],
    return_type: 'void',
  };
  const rust = "pub fn copy<'a>(&'a mut self, to: &'a mut [u8], from: &'a [u8])";
  expect(signatureDecisions(parser, c, rust)).toMatchObject([
    { rust: "&'a mut self", why: 'written in place: a mutable borrow' },
    { rust: "to: &'a mut [u8]", why: 'written in place: a mutable borrow' },
    { rust: "from: &'a [u8]", why: 'read only: a shared borrow' },
    {},
  ]);
});

test('what has no parameter of its name is said to have none', () => {
  const c = { params: [param('depth', 'int')], return_type: 'int' };
  expect(signatureDecisions(parser, c, 'pub fn walk(levels: u32) -> i32')[0]).toEqual({
    c: 'int depth',
    rust: '',
    why: 'no parameter of this name: paired by its type',
  });
});

test('errors are told by their codes', () => {
  const c = { params: [param('out', 'header *')], return_type: 'int' };
  const mapping = parseMapping(
    `{ result: { ok: '*out', success: 0, errors: [{ error: 'E::Short', return: -1, errno: 'EINVAL' }] } }`,
  );
  const [out, returned] = signatureDecisions(parser, c, 'fn f() -> Result<Header, E>', mapping);
  expect(out).toMatchObject({ rust: 'the result', why: 'given back as a value' });
  expect(returned?.why).toBe('0 is `Ok` with what `out` points to; −1 with errno 22 is `E::Short`');
});

test('no text is a signature that it fails on', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (rust, name) => {
      const c = { params: [param(name, 'int')], return_type: 'int' };
      expect(signatureDecisions(parser, c, rust, mappingSchema.parse({}))).toHaveLength(2);
    }),
    { numRuns: 200 },
  );
});
