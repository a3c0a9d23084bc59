import type { ClangFunction } from '../../code/clang/unit.ts';
import type { RustArgument } from '../plan/comparison-plan.ts';
import { behindReference, type RustApiFunction } from '../rust-api/rust-type.ts';

/*
 * What the text of a C function shows that its types do not.
 */

/** Whether it ends a text with a zero, or has a function of the library do so. */
export function endsTexts(source: string): boolean {
  return ENDS_TEXTS.test(source);
}

const ENDS_TEXTS =
  /'\\0'|'\\x00'|\b(?:str(?:n?dup|n?cpy|n?cat|lcpy|lcat|len)|stpn?cpy|v?(?:as|sn?)printf|getcwd|realpath|getline)\s*\(|\]\s*=\s*0\s*;|\*\s*\w+(?:\+\+)?\s*=\s*0\s*;/;

/**
 * Whether C cuts a text where it stands and gives it back, as `char *trim(char *s)` does, where Rust gives a part of
 * what it only reads: what the C gives back is all that its callers look at.
 */
export function isHandedBack(
  { from, type, pair }: RustArgument,
  { returns, params }: ClangFunction,
  rust: RustApiFunction,
  source: string,
): boolean {
  const param = params.find(({ name }) => name === from);
  const isShared = type.kind === 'reference' && !type.mutable;
  const isList = pair?.kind === 'list' && param?.type.kind === 'pointer' && !param.type.isConst;
  if (!isShared || !isList || returns.kind !== 'pointer') return false;
  const given = rust.returns.kind === 'option' ? rust.returns.of : rust.returns;
  const isPart = ['str', 'slice', 'string', 'vec'].includes(behindReference(given).kind);
  return isPart && new RegExp(`\\breturn\\s+\\(?${from}\\b\\s*[;+)]`).test(source);
}

/** Texts, characters and comments: `"\n"` names no `n`. */
const NO_CODE = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** A text of C with spaces in the place of texts, characters and comments. */
export function withoutComments(source: string): string {
  return source.replaceAll(NO_CODE, ' ');
}

/** Whether a length counts bytes, since the C divides it by the size of an element: `size / sizeof(struct item)`. */
export function countsBytes(source: string, length: string): boolean {
  const divided = `\\b${length}\\s*\\)?\\s*/\\s*(?:\\([a-z_ ]+\\)\\s*)?\\(?\\s*sizeof\\b`;
  return length !== '' && new RegExp(divided).test(withoutComments(source));
}

/** Whether a body names a parameter nowhere, but for `(void)name;`, which macros may hide from the text. */
export function isUnusedIn(
  { macros, params }: ClangFunction,
  source: string,
  name: string,
): boolean {
  if (params.some((param) => param.name === name && param.isUnused === true)) return true;
  const body = withoutComments(source)
    .replace(/^[^{]*/, '')
    .replaceAll(new RegExp(`\\(void\\)\\s*${name}\\s*;`, 'g'), '');
  return macros.length === 0 && name !== '' && !new RegExp(`\\b${name}\\b`).test(body);
}
