import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { objectTypeText } from '../../../src/equivalence/rust/callback-holder.ts';
import { RustCrate } from '../../../src/equivalence/rust-api/rust-crate.ts';
import type { RustGeneric } from '../../../src/equivalence/rust-api/rust-type.ts';

test('an object has a lifetime and a type for each that its struct names', async () => {
  const text = "pub struct Reader<'a, T> { text: &'a [u8], last: Option<T> }\npub struct Plain;\n";
  const crate = await RustCrate.parse(new Map([['lib.rs', text]]), loadGrammars());
  const [reader, plain] = ['Reader', 'Plain'].map((path) => crate.item(path));
  if (reader?.kind !== 'struct' || plain?.kind !== 'struct') throw new Error('no struct');
  expect(reader.generics.map(({ kind }) => kind)).toEqual(['lifetime', 'type']);
  const byte = { kind: 'integer', name: 'u8', bits: 8, signed: false } as const;
  const generics = reader.generics.map(
    (one): RustGeneric => (one.kind === 'type' ? { ...one, is: byte } : one),
  );
  expect(objectTypeText({ ...reader, generics }, [])).toBe("subject::Reader<'static, u8>");
  expect(objectTypeText(plain, [])).toBe('subject::Plain');
  expect(() => objectTypeText(reader, [])).toThrow('nothing tells what Reader is generic over');
});
