import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';
import type { Mapping } from '../pairing/mapping.ts';
import { codePlace } from '../pairing/meaning.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { NamedParam } from './named-param.ts';

/** How C names a parameter that tells what went wrong: `err`, `bzerror`, `error_code`, `pStatus`. */
const CODE_NAME =
  /^(?:p|out|ret|r)?_?(?:\w*err(?:or)?|\w*code|status|rc)(?:_?(?:code|num|no|nr|p|ptr|out|ret))?$/i;

/**
 * The parameter behind which a function leaves the code that says whether it failed, and how: the one that the
 * mapping names, else the only one that is named so and that nothing else has use for.
 * @param isTaken whether a parameter stands for one of Rust
 */
export function codeParameter(
  { returns }: ClangFunction,
  params: readonly NamedParam[],
  isTaken: (name: string) => boolean,
  rust: RustApiType,
  mapping: Mapping,
): string | undefined {
  if (mapping.result !== undefined) return codePlace(mapping.result);
  if (rust.kind !== 'result') return undefined;
  const outs = params.filter(
    ({ name, type }) =>
      type.kind === 'pointer' && !type.isConst && !isTaken(name) && mapping.c[name] === undefined,
  );
  const [found, ...others] = outs.filter(
    ({ name, type }) => type.kind === 'pointer' && isCode(type.to) && CODE_NAME.test(name),
  );
  if (found === undefined || others.length > 0) return undefined;
  // Without it there has to be a place for the value.
  const isValueElsewhere = outs.length > 1 || returns.kind === 'pointer';
  return rust.ok.kind === 'unit' || isValueElsewhere ? found.name : undefined;
}

function isCode(type: ClangCType): boolean {
  return type.kind === 'enum' || (type.kind === 'integer' && type.bits > 8 && type.bits <= 64);
}

/** How C names the constant for success: `BZ_OK`, `ERR_NONE`, `PARSE_SUCCESS`. */
const SUCCESS_NAME = /(?:^|_)(?:ok|okay|success|none|no_?err(?:or)?)$/i;

/** The code of success: the constant of an enum that is named so, else zero. */
export function successOf(type: ClangCType): bigint {
  const constants = type.kind === 'enum' ? type.constants : [];
  const [named, ...others] = constants.filter(({ name }) => SUCCESS_NAME.test(name));
  return named !== undefined && others.length === 0 ? named.value : 0n;
}
