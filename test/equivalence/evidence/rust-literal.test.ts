import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CaseValue } from '../../../src/equivalence/cases/shape.ts';
import {
  type CrateTypeNames,
  rustLiteral,
} from '../../../src/equivalence/evidence/rust-literal.ts';
import { printDifferenceTest } from '../../../src/equivalence/evidence/rust-test.ts';
import { type RustApiType, rustTypeText } from '../../../src/equivalence/rust-api/rust-type.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { encodedBy, type TypedValue, typedValues } from '../../support/rust-values.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const names: CrateTypeNames = {
  prefix: 'crate::',
  variant: (path, tag) => (path === 'Shape' ? ['Dot', 'Line', 'Text'][Number(tag)] : undefined),
  item: (path) =>
    path === 'Point'
      ? { kind: 'struct', path, generics: [], isTuple: false, fields: [{ name: 'x', type: I32 }] }
      : path === 'Mode'
        ? {
            kind: 'enum',
            path,
            variants: [
              { name: 'Off', hasFields: false, fields: [], isTuple: false, value: 0n },
              { name: 'On', hasFields: false, fields: [], isTuple: false, value: 7n },
            ],
          }
        : path === 'Shape'
          ? {
              kind: 'enum',
              path,
              variants: [
                { name: 'Dot', hasFields: false, fields: [], isTuple: false, value: 0n },
                {
                  ...{ name: 'Line', hasFields: true, isTuple: false, value: undefined },
                  fields: [{ name: 'to', type: I32 }],
                },
                {
                  ...{ name: 'Text', hasFields: true, isTuple: true, value: undefined },
                  fields: [{ name: '0', type: { kind: 'string' } }],
                },
              ],
            }
          : undefined,
};
const integer = (name: string, bits: 8 | 16 | 32 | 64): RustApiType => ({
  kind: 'integer',
  name,
  bits,
  signed: name.startsWith('i'),
});
const I32 = integer('i32', 32);
const U8 = integer('u8', 8);
const SHAPE: RustApiType = { kind: 'item', path: 'Shape' };
const slice = (of: RustApiType): RustApiType => ({
  kind: 'reference',
  to: { kind: 'slice', of },
  mutable: false,
});
const STR: RustApiType = { kind: 'reference', to: { kind: 'str' }, mutable: false };
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));

describe('a value reads as a person would write it', () => {
  test.each<[string, RustApiType, CaseValue, string | undefined]>([
    ['a number', I32, -5n, '-5'],
    ['a variant', SHAPE, [0n], 'crate::Shape::Dot'],
    ['a variant with a name', SHAPE, [1n, 3n], 'crate::Shape::Line { to: 3 }'],
    ['one that holds text', SHAPE, [2n, bytes('a')], 'crate::Shape::Text(String::from("a"))'],
    ['no variant', SHAPE, [3n], undefined],
    ['a long number', I32, 1_000_000n, '1_000_000'],
    ['a mask', integer('u32', 32), 0xffff0000n, '0xffff_0000'],
    ['the end of a type', I32, -(2n ** 31n), 'i32::MIN'],
    ['the largest of 64 bits', integer('usize', 64), 2n ** 64n - 1n, 'usize::MAX'],
    ['a float', { kind: 'float', bits: 64 }, 3, '3.0'],
    ['a float of 32 bits', { kind: 'float', bits: 32 }, Math.fround(0.1), '0.1'],
    ['no number', { kind: 'float', bits: 64 }, Number.NaN, 'f64::NAN'],
    ['a negative zero', { kind: 'float', bits: 64 }, -0, '-0.0'],
    ['text', STR, bytes('a "b"\n'), '"a \\"b\\"\\n"'],
    ['text past ASCII', STR, bytes('né\u200b'), '"né\\u{200b}"'],
    ['bytes that are text', slice(U8), bytes('k=v\0'), 'b"k=v\\0"'],
    ['bytes that are none', slice(U8), Uint8Array.of(1, 200, 3), '&[1, 200, 3]'],
    ['a run', slice(U8), new Uint8Array(258), '&[0; 258]'],
    ['no bytes', slice(U8), new Uint8Array(), '&[]'],
    ['an option', { kind: 'option', of: slice(U8) }, bytes('ab'), 'Some(b"ab")'],
    ['none', { kind: 'option', of: slice(U8) }, null, 'None'],
    ['a vector', { kind: 'vec', of: I32 }, [1n, 2n], 'vec![1, 2]'],
    ['a struct', { kind: 'item', path: 'Point' }, [4n], 'crate::Point { x: 4 }'],
    ['an enum', { kind: 'item', path: 'Mode' }, 7n, 'crate::Mode::On'],
    ['no variant', { kind: 'item', path: 'Mode' }, 8n, undefined],
    ['what is not UTF-8', STR, Uint8Array.of(0xff), undefined],
    ['half a surrogate pair', { kind: 'char' }, 0xd800n, undefined],
  ])('%s', (_, type, value, expected) => {
    expect(rustLiteral(type, value, names)).toBe(expected);
  });

  test('long runs between a few other elements', () => {
    const value = Uint8Array.from({ length: 300 }, (_, at) => (at === 299 ? 1 : 0));
    expect(rustLiteral(slice(U8), value, names)).toBe(
      '&[&[0u8; 299][..], &[1u8][..]].concat()[..]',
    );
  });
});

describe('a test', () => {
  const call = { path: 'sum', args: [{ name: 'data', type: slice(U8), value: bytes('ab') }] };

  test('compares what is returned', () => {
    const expects = [{ of: 'return', is: '195' }];
    expect(printDifferenceTest({ function: 'sum', calls: [{ ...call, expects }] }, names)).toBe(
      '#[test]\nfn sum_matches_c_on_ab() {\n    assert_eq!(sum(b"ab"), 195);\n}\n',
    );
  });

  test('says so where nothing is expected of what comes back', () => {
    const calls = [{ ...call, expects: [] }];
    expect(printDifferenceTest({ function: 'sum', calls }, names)).toContain('    sum(b"ab");\n');
    const matching = [{ ...call, expects: [{ of: 'return' as const, matches: 'Ok(_)' }] }];
    expect(printDifferenceTest({ function: 'sum', calls: matching }, names)).toContain(
      '    assert!(matches!(sum(b"ab"), Ok(_)));\n',
    );
    const returning = [{ ...call, expects: [], returns: true }];
    expect(printDifferenceTest({ function: 'sum', calls: returning }, names)).toContain(
      '    let _ = sum(b"ab");\n',
    );
  });

  test('compares what is written', () => {
    const type: RustApiType = { kind: 'reference', to: { kind: 'slice', of: I32 }, mutable: true };
    const args = [{ name: 'out', type, value: [1n, 2n] }];
    const expects = [
      { of: 'return', is: '2' },
      { of: 'out', is: '[2, 1]' },
    ];
    const text = printDifferenceTest(
      { function: 'turn', calls: [{ path: 'turn', args, expects }] },
      names,
    );
    expect(text).toContain('    let mut out = [1, 2];\n    let result = turn(&mut out);\n');
    expect(text).toContain('    assert_eq!(result, 2);\n    assert_eq!(out, [2, 1]);\n');
  });

  test('calls on what an earlier call made', () => {
    const calls = [
      {
        path: 'Stack::new',
        args: [],
        makes: { variable: 'stack', from: '' as const },
        expects: [],
      },
      {
        path: 'Stack::push',
        args: [
          { handle: 'stack', by: '&mut ' as const },
          { name: 'x', type: I32, value: 3n },
        ],
        expects: [{ of: 'return', is: 'true' }],
      },
    ];
    expect(printDifferenceTest({ function: 'push', calls }, names)).toContain(
      '    let mut stack = Stack::new();\n    assert_eq!(Stack::push(&mut stack, 3), true);\n',
    );
  });

  test('is not made when an argument cannot be written', () => {
    const args = [{ name: 's', type: STR, value: Uint8Array.of(0xff) }];
    const calls = [{ path: 'f', args, expects: [] }];
    expect(printDifferenceTest({ function: 'f', calls }, names)).toBeUndefined();
  });
});

const rustc = findProgram('rustc');
const withRustc = rustc === undefined ? describe.skip : describe;

withRustc('rustc', () => {
  test('reads every literal back as the same value', () => {
    const values = fc.sample(typedValues, { numRuns: 400, seed: 7 });
    expect(values.length).toBe(400);
    const printed = readBack(values);
    expect(printed).toEqual(values.map(({ type, value }) => encodedBy(type, value)));
  });
});

/** What a program that rustc compiles says of its literals, each encoded in hexadecimal. */
function readBack(values: readonly TypedValue[]): readonly string[] {
  const folder = temporaryFolder();
  const functions = values.map(({ type, value }, at) => {
    const literal = rustLiteral(type, value, names);
    if (literal === undefined) throw new Error(`nothing is printed for ${rustTypeText(type)}`);
    return `fn f${at}(value: ${rustTypeText(type)}) { show(&value); } fn g${at}() { f${at}(${literal}); }`;
  });
  const main = `fn main() { ${functions.map((_, at) => `g${at}();`).join(' ')} }`;
  writeFileSync(join(folder, 'main.rs'), `${SHOW}\n${functions.join('\n')}\n${main}\n`);
  execFileSync(rustc ?? '', ['--edition=2024', '-Awarnings', '-o', 'shown', 'main.rs'], {
    cwd: folder,
    stdio: 'pipe',
  });
  const shown = execFileSync(join(folder, 'shown'), { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return shown.trimEnd().split('\n');
}

const SHOW = `
trait Show { fn show(&self, out: &mut Vec<u8>); }
macro_rules! numbers { ($($t:ty)*) => { $(
    impl Show for $t { fn show(&self, out: &mut Vec<u8>) { out.extend_from_slice(&self.to_le_bytes()); } }
)* } }
numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
impl Show for f32 { fn show(&self, out: &mut Vec<u8>) { out.extend_from_slice(&if self.is_nan() { f32::NAN } else { *self }.to_le_bytes()); } }
impl Show for f64 { fn show(&self, out: &mut Vec<u8>) { out.extend_from_slice(&if self.is_nan() { f64::NAN } else { *self }.to_le_bytes()); } }
impl Show for bool { fn show(&self, out: &mut Vec<u8>) { out.push(*self as u8); } }
impl Show for char { fn show(&self, out: &mut Vec<u8>) { (*self as u32).show(out); } }
impl Show for str { fn show(&self, out: &mut Vec<u8>) { self.as_bytes().show(out); } }
impl Show for String { fn show(&self, out: &mut Vec<u8>) { self.as_str().show(out); } }
impl<T: Show> Show for [T] { fn show(&self, out: &mut Vec<u8>) { (self.len() as u32).show(out); for each in self { each.show(out); } } }
impl<T: Show, const N: usize> Show for [T; N] { fn show(&self, out: &mut Vec<u8>) { self[..].show(out); } }
impl<T: Show> Show for Vec<T> { fn show(&self, out: &mut Vec<u8>) { self[..].show(out); } }
impl<T: Show> Show for Option<T> { fn show(&self, out: &mut Vec<u8>) { out.push(self.is_some() as u8); for each in self { each.show(out); } } }
impl<T: Show + ?Sized> Show for Box<T> { fn show(&self, out: &mut Vec<u8>) { (**self).show(out); } }
impl<T: Show + ?Sized> Show for &T { fn show(&self, out: &mut Vec<u8>) { (**self).show(out); } }
impl<T: Show + ?Sized> Show for &mut T { fn show(&self, out: &mut Vec<u8>) { (**self).show(out); } }
impl<A: Show, B: Show> Show for (A, B) { fn show(&self, out: &mut Vec<u8>) { self.0.show(out); self.1.show(out); } }
fn show<T: Show + ?Sized>(value: &T) {
    let mut out = Vec::new();
    value.show(&mut out);
    println!("{}", out.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
}
`;
