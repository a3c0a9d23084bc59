import type { CaseValue } from '../cases/shape.ts';
import { elementsOf } from '../inputs/values/elements.ts';
import { behindReference, movedPart, type RustApiType } from '../rust-api/rust-type.ts';
import { type CrateTypeNames, rustLiteral } from './rust-literal.ts';

/** A test that calls functions of the crate and compares with what the C gave. */
export interface DifferenceTest {
  /** The C function, for the test's name. */
  readonly function: string;
  readonly calls: readonly RustTestCall[];
}

export interface RustTestCall {
  /** As the test names it: `crc32`, `Stack::push`. */
  readonly path: string;
  readonly args: readonly RustTestArgument[];
  /** A variable for what is returned, or for what that has inside, which later calls take. */
  readonly makes?: {
    readonly variable: string;
    readonly from: '' | '.expect("an object")' | '.ok().expect("an object")';
  };
  /** It gives something back: where nothing is expected of that, the test says so. */
  readonly returns?: boolean;
  /** It must give no object. */
  readonly fails?: 'is_none' | 'is_err';
  /** What must hold after the call: nothing is compared without. */
  readonly expects: readonly Expectation[];
}

type RustTestArgument =
  | { readonly name: string; readonly type: RustApiType; readonly value: CaseValue }
  /** A variable that an earlier call made, as this call takes it. */
  | { readonly handle: string; readonly by: '' | '&' | '&mut ' };

/**
 * `of` is `return`, or the name of an argument that was given by `&mut`; `is` a Rust expression, `matches` a
 * pattern where no expression can be written for the whole.
 */
export type Expectation =
  | { readonly of: string; readonly is: string }
  | { readonly of: 'return'; readonly matches: string };

/** Past this a test's name says no more. */
const MAX_NAME = 40;

/**
 * A Rust test, to be formatted by rustfmt: `#[test] fn f_matches_c_on_…() { … }`. Undefined when an
 * argument cannot be written as Rust source.
 */
export function printDifferenceTest(
  test: DifferenceTest,
  names: CrateTypeNames,
): string | undefined {
  const isChanged = (variable: string) =>
    test.calls.some(({ args }) =>
      args.some((arg) => 'handle' in arg && arg.handle === variable && arg.by === '&mut '),
    );
  const bodies = test.calls.map((call, at) =>
    callLines(call, at, test.calls.length > 1, names, isChanged),
  );
  if (!bodies.every((body) => body !== undefined)) return undefined;
  const lines = bodies.flat().map((line) => `    ${line}`);
  return [`#[test]`, `fn ${testName(test)}() {`, ...lines, '}', ''].join('\n');
}

/** `crc32_matches_c_on_abc_and_7`. */
function testName({ function: name, calls }: DifferenceTest): string {
  const words = calls.flatMap(({ args }) =>
    args.flatMap((arg) => ('value' in arg ? [described(arg.value)] : [])),
  );
  const inputs = words.length === 0 ? 'this_call' : words.join('_and_');
  const cut = inputs.length <= MAX_NAME ? inputs : inputs.slice(0, MAX_NAME);
  return `${name}_matches_c_on_${cut}`.toLowerCase().replace(/_+/g, '_').replace(/_$/, '');
}

function described(value: CaseValue): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return value < 0n ? `minus_${-value}` : String(value);
  if (typeof value === 'number') return String(value).replace('-', 'minus_').replace(/\W/g, '_');
  const elements = elementsOf(value) ?? [];
  if (elements.length === 0) return 'empty';
  const text = elements instanceof Uint8Array ? Buffer.from(elements).toString('latin1') : '';
  if (/^\w{1,24}$/.test(text)) return text;
  return `${elements.length}_${elements instanceof Uint8Array ? 'bytes' : 'elements'}`;
}

function callLines(
  { path, args, makes, returns, fails, expects }: RustTestCall,
  index: number,
  isOneOfMany: boolean,
  names: CrateTypeNames,
  isChanged: (variable: string) => boolean,
): readonly string[] | undefined {
  const suffix = isOneOfMany ? `_${index + 1}` : '';
  const changed = new Set(expects.map(({ of }) => of));
  const before: string[] = [];
  const argumentTexts: string[] = [];
  const slices = new Set<string>();
  for (const arg of args) {
    if ('handle' in arg) {
      argumentTexts.push(`${arg.by}${arg.handle}`);
      continue;
    }
    const text = rustLiteral(arg.type, arg.value, names);
    if (text === undefined) return undefined;
    if (!changed.has(arg.name) || arg.type.kind !== 'reference') argumentTexts.push(text);
    else {
      const owned = rustLiteral(behindReference(arg.type), arg.value, names);
      if (owned === undefined) return undefined;
      const variable = variableName(arg.name, suffix);
      const moved = movedPart(arg.type);
      if (moved?.kind === 'slice') slices.add(arg.name);
      const given = moved === undefined ? ownedText(owned, arg.type.to) : partText(owned, moved);
      before.push(`let mut ${variable} = ${given};`);
      argumentTexts.push(`&mut ${variable}`);
    }
  }
  const call = `${path}(${argumentTexts.join(', ')})`;
  const [returned, ...more] = expects.filter(({ of }) => of === 'return');
  const later = [
    ...more.map((one) => assertion(call, one)),
    ...expects
      .filter(({ of }) => of !== 'return')
      .map((one) => {
        if (!/^\w+$/.test(one.of)) return assertion(one.of, one);
        // A reference to a slice is compared with no array; a slice is.
        const behind = slices.has(one.of) ? '*' : '';
        return assertion(`${behind}${variableName(one.of, suffix)}`, one);
      }),
  ];
  if (fails !== undefined) return [...before, `assert!(${call}.${fails}());`];
  if (makes !== undefined) {
    const { variable, from } = makes;
    const mutable = isChanged(variable) ? 'mut ' : '';
    return [...before, `let ${mutable}${variable} = ${call}${from};`, ...later];
  }
  if (returned === undefined) {
    return [...before, `${returns === true ? 'let _ = ' : ''}${call};`, ...later];
  }
  if (before.length === 0) return [assertion(call, returned), ...later];
  const result = `result${suffix}`;
  return [...before, `let ${result} = ${call};`, assertion(result, returned), ...later];
}

/** A variable for a C parameter, whose name may be a word that Rust keeps for itself. */
function variableName(parameter: string, suffix: string): string {
  const name = `${parameter}${suffix}`;
  return RUST_KEYWORDS.has(name) ? `${name}_` : name;
}

/** Of edition 2024; those that C has as well are no names there either. */
const RUST_KEYWORDS: ReadonlySet<string> = new Set(
  'as async await crate dyn fn gen impl in let loop match mod move mut pub ref self Self super trait type unsafe use where yield'.split(
    ' ',
  ),
);

/** A variable needs a type of its own, where an argument has that of its parameter. */
function ownedText(text: string, type: RustApiType): string {
  if (type.kind === 'slice' && text.endsWith('[..]')) return text.slice(0, -'[..]'.length);
  if (type.kind === 'str') return `String::from(${text})`;
  return text;
}

/** What a function moves on, as a slice: an array is of another type. */
function partText(text: string, part: RustApiType): string {
  if (part.kind !== 'slice') return text;
  const bytes = text.startsWith('*b"') ? text.slice(1) : text;
  return `&${bytes}${bytes.endsWith('[..]') ? '' : '[..]'}`;
}

/** NaN equals nothing, and zero equals its negative. */
function assertion(actual: string, expectation: Expectation): string {
  if ('matches' in expectation) return `assert!(matches!(${actual}, ${expectation.matches}));`;
  const { is: expected } = expectation;
  if (/^f\d\d::NAN$/.test(expected)) return `assert!(${actual}.is_nan());`;
  if (/^-?0\.0$/.test(expected)) {
    const sign = expected.startsWith('-') ? 'negative' : 'positive';
    return `assert!(${actual} == 0.0 && ${actual}.is_sign_${sign}());`;
  }
  return `assert_eq!(${actual}, ${expected});`;
}
