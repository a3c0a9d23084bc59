import { describe, expect, test } from '@jest/globals';
import type { ClangCType } from '../../../src/code/clang/types.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { NotComparable } from '../../../src/equivalence/not-comparable.ts';
import type { Meaning } from '../../../src/equivalence/pairing/meaning.ts';
import type { CArgument } from '../../../src/equivalence/plan/comparison-plan.ts';
import { inferMeaning } from '../../../src/equivalence/result/infer-meaning.ts';
import type { ResultFacts } from '../../../src/equivalence/result/result-facts.ts';
import { RustCrate } from '../../../src/equivalence/rust-api/rust-crate.ts';
import { clangFunction } from '../../support/clang-function.ts';

const VOID: ClangCType = { kind: 'void' };
const INT: ClangCType = { kind: 'integer', bits: 32, signed: true, isCharacter: false };
const SIZE: ClangCType = { kind: 'integer', bits: 64, signed: false, isCharacter: false };
const CHAR: ClangCType = { kind: 'integer', bits: 8, signed: true, isCharacter: true };
const BOOL: ClangCType = { kind: 'boolean' };
const pointer = (to: ClangCType, isConst = false): ClangCType => ({ kind: 'pointer', to, isConst });

const out = (name: string, of: ClangCType = INT, room = 1): CArgument => {
  return { kind: 'output', name, of, room };
};
const code = (name: string): CArgument => ({ kind: 'output', name, of: INT, room: 1, code: 0n });
const count = (name: string): CArgument => {
  return { kind: 'length', name, of: 'out', isPointer: true };
};
const elements = (name: string, isBehind = false): CArgument => ({
  ...{ kind: 'elements', name, isText: false, isNullable: false, isBehind },
  pair: { kind: 'integer', bits: 8, signed: true, rust: 'u8', isByte: true },
});

/** The constants of the C, by their names. */
const CODES = { E_OK: 0n, E_RANGE: -34n, E_SYNTAX: -2n };
const ERRORS = 'pub enum Fault { Range, Syntax }\n';

interface Told extends Partial<ResultFacts> {
  /** What the C returns. */
  readonly gives: ClangCType;
}

async function meaningOf(rust: string, told: Told): Promise<Meaning> {
  const { gives, ...facts } = told;
  const text = `${ERRORS}pub fn f() -> ${rust} { todo!() }`;
  const crate = await RustCrate.parse(new Map([['lib.rs', text]]), loadGrammars());
  const returns = crate.function('f')?.returns;
  if (returns === undefined) throw new Error(`no type in ${rust}`);
  const all: ResultFacts = {
    function: clangFunction({ name: 'f', returns: gives }),
    ...{ records: new Map(), arguments: [], returned: [], returnedNames: [], crate },
    ...{ returnsOnlyLiterals: true, constants: new Map(), stored: () => [], endsTexts: false },
    errno: { isSet: false, mentioned: [] },
    ...facts,
  };
  return inferMeaning(all, returns);
}

describe('the result of Rust is', () => {
  test.each<[string, string, Told, Meaning]>([
    ['nothing where both give nothing', '()', { gives: VOID }, 'nothing'],
    ['nothing where the C gives its parameter back', '()', { gives: pointer(CHAR) }, 'nothing'],
    ['nothing where Rust ends the program', '!', { gives: INT }, 'nothing'],
    [
      'the success of a status',
      '()',
      { gives: INT, returned: [0n, -1n] },
      { of: 'return', match: [{ rust: '_', c: 0n }] },
    ],
    [
      'the success of a bool',
      '()',
      { gives: BOOL, returned: [0n, 1n] },
      { of: 'return', match: [{ rust: '_', c: 1n }] },
    ],
    ['what is returned', 'i32', { gives: INT }, 'return'],
    ['the only out-parameter', 'i32', { gives: VOID, arguments: [out('to')] }, 'to'],
    ['the sign', 'std::cmp::Ordering', { gives: INT }, { sign: 'return' }],
    [
      'parts in the order of the C',
      '(i32, i32)',
      { gives: INT, arguments: [out('rest')] },
      { tuple: ['return', 'rest'] },
    ],
    [
      'parts of out-parameters alone',
      '(i32, i32)',
      { gives: VOID, arguments: [out('a'), out('b')] },
      { tuple: ['a', 'b'] },
    ],
    [
      'a value, and how far the C has read',
      '(i32, usize)',
      { gives: INT, arguments: [elements('text', true)] },
      { tuple: ['return', { offset: 'text' }] },
    ],
    [
      'a text that ends with a zero',
      'String',
      { gives: pointer(CHAR, true) },
      { buffer: 'return', length: 'nul' },
    ],
    [
      'a text of a function that ends it',
      'Vec<u8>',
      { gives: pointer(CHAR), endsTexts: true },
      { buffer: 'return', length: 'nul' },
    ],
    [
      'as many elements as an out-parameter tells',
      'Vec<i32>',
      { gives: pointer(INT), arguments: [out('n', SIZE)] },
      { buffer: 'return', length: 'n' },
    ],
    [
      'as many elements as are returned',
      'Vec<i32>',
      { gives: SIZE, arguments: [out('to', INT, 16)] },
      { buffer: 'to', length: 'return' },
    ],
    [
      'as many elements as are counted',
      'Vec<i32>',
      { gives: INT, arguments: [out('to', INT, 16), count('n')], returned: [0n, -1n] },
      { buffer: 'to', length: 'n' },
    ],
    [
      'all of the room, where the C only tells whether it failed',
      'Vec<i32>',
      { gives: INT, arguments: [out('to', INT, 16)], returned: [0n, -1n] },
      { buffer: 'to', length: 'room' },
    ],
    ['memory that holds nothing yet', 'Vec<u8>', { gives: pointer(VOID) }, { allocated: 'return' }],
  ])('%s', async (_what, rust, told, meaning) => {
    expect(await meaningOf(rust, told)).toEqual(meaning);
  });
});

describe('an Option is', () => {
  test.each<[string, string, Told, Meaning]>([
    ['null', 'Option<i32>', { gives: pointer(INT) }, { some: 'return', none: 'null' }],
    ['a negative number', 'Option<i32>', { gives: INT }, { some: 'return', none: -1n }],
    [
      'the negative number that is returned',
      'Option<i32>',
      { gives: INT, returned: [-7n, 3n] },
      { some: 'return', none: -7n },
    ],
    [
      'the code of failure, and a value the out-parameter',
      'Option<i32>',
      { gives: INT, arguments: [out('to')], returned: [0n, -1n] },
      { some: 'to', none: -1n, success: 0n },
    ],
    [
      'false, and a value the out-parameter',
      'Option<i32>',
      { gives: BOOL, arguments: [out('to')], returned: [0n, 1n] },
      { some: 'to', none: 0n, success: 1n },
    ],
    [
      'an index into the text that the C points into',
      'Option<usize>',
      { gives: pointer(CHAR), arguments: [elements('text')] },
      { some: { offset: 'text' }, none: 'null' },
    ],
  ])('none by %s', async (_what, rust, told, meaning) => {
    expect(await meaningOf(rust, told)).toEqual(meaning);
  });
});

describe('an error is', () => {
  const named = new Map(Object.entries(CODES));
  test.each<[string, string, Told, Meaning]>([
    [
      'the only code of failure',
      'Result<(), ()>',
      { gives: INT, returned: [0n, -1n] },
      { ok: 'nothing', success: 0n, errors: [{ error: '_', return: -1n }] },
    ],
    [
      'the code itself',
      'Result<i32, i32>',
      { gives: INT, arguments: [out('to')], returned: [0n, -1n] },
      { ok: 'to', success: 0n, errors: 'return' },
    ],
    [
      'any of several codes, where Rust has a text',
      'Result<i32, String>',
      { gives: INT, arguments: [out('to')], returned: [0n, -1n, -2n] },
      { ok: 'to', success: 0n, errors: 'any' },
    ],
    [
      'the variant that is named as the code',
      'Result<i32, Fault>',
      { gives: INT, arguments: [out('to')], returned: [0n, -34n, -2n], constants: named },
      {
        ...{ ok: 'to', success: 0n },
        errors: [
          { error: 'Range', return: -34n },
          { error: 'Syntax', return: -2n },
        ],
      },
    ],
    [
      'any variant, where the C has one code',
      'Result<i32, Fault>',
      { gives: INT, arguments: [out('to')], returned: [0n, -1n] },
      { ok: 'to', success: 0n, errors: [{ error: '_', return: -1n }] },
    ],
    [
      'a returned value that is none of the values of Ok',
      'Result<i32, ()>',
      { gives: INT, returned: [-1n] },
      { ok: 'return', errors: [{ error: '_', return: -1n }] },
    ],
    [
      'errno',
      'std::io::Result<()>',
      { gives: INT, returned: [0n, -1n] },
      { ok: 'nothing', success: 0n, errors: 'errno' },
    ],
    [
      'null',
      'Result<i32, ()>',
      { gives: pointer(INT) },
      { some: 'return', none: 'null', errors: undefined },
    ],
    [
      'the code in an out-parameter',
      'Result<i32, ()>',
      { gives: INT, arguments: [code('status')], stored: () => [0n, 5n] },
      { ok: 'return', code: 'status', success: 0n, errors: [{ error: '_', return: 5n }] },
    ],
  ])('told by %s', async (_what, rust, told, meaning) => {
    expect(await meaningOf(rust, told)).toEqual(meaning);
  });

  test.each([
    ['E_OK', 0n],
    ['JV_SUCCESS', 4n],
    ['LIB_NO_ERROR', 7n],
  ])('%s is the code of success', async (name, value) => {
    const told = { gives: INT, returned: [0n, 4n, 7n], returnedNames: [name] };
    const constants = new Map([[name, value]]);
    const meaning = await meaningOf('Result<(), String>', { ...told, constants });
    expect(meaning).toEqual({ ok: 'nothing', success: value, errors: 'any' });
  });
});

describe('the mapping has to say', () => {
  test.each<[string, string, Told]>([
    ['which out-parameter the result is', 'i32', { gives: VOID, arguments: [out('a'), out('b')] }],
    [
      'whether the result is the return value or the out-parameter',
      'i32',
      { gives: INT, arguments: [out('a')] },
    ],
    ['what the Rust result is: the C gives nothing back', 'i32', { gives: VOID }],
    ['what the C returns, since the Rust returns nothing', '()', { gives: INT, returned: [3n] }],
    ['what each part of the tuple is', '(i32, i32)', { gives: INT }],
    ['how many characters the returned pointer has', 'Vec<u8>', { gives: pointer(CHAR) }],
    ['how many elements the returned pointer has', 'Vec<i32>', { gives: pointer(INT) }],
    ['when the C fails: it returns nothing', 'Result<(), ()>', { gives: VOID }],
    [
      'which return code means success',
      'Result<i32, ()>',
      { gives: INT, arguments: [out('to')], returned: [0n, 1n] },
    ],
    [
      'which return code stands for each error',
      'Result<i32, ()>',
      { gives: INT, returned: [-1n, -2n] },
    ],
    [
      'which return code is Fault::Range',
      'Result<i32, Fault>',
      { gives: INT, arguments: [out('to')], returned: [0n, -1n, -2n] },
    ],
    [
      'whether *err is a value or holds the code of what went wrong',
      'Result<i32, ()>',
      { gives: INT, arguments: [out('err')], returned: [0n, -1n] },
    ],
    [
      'which out-parameter each part of the result is',
      'Result<i32, ()>',
      { gives: INT, arguments: [out('a'), out('b')], returned: [0n, -1n] },
    ],
    ['which return code means None', 'Option<i32>', { gives: INT, returned: [-1n, -2n] }],
    [
      'which return code means None (result.none)',
      'Option<i32>',
      { gives: INT, arguments: [out('to')], returned: [0n, -1n, -2n] },
    ],
    ['what the C gives back for None', 'Option<i32>', { gives: VOID }],
  ])('%s', async (what, rust, told) => {
    const meaning = meaningOf(rust, told);
    await expect(meaning).rejects.toThrow(NotComparable);
    await expect(meaningOf(rust, told)).rejects.toThrow(`types and names of f do not tell ${what}`);
  });
});
