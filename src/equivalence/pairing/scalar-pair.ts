import type { ClangCType } from '../../code/clang/types.ts';
import { isNamedAfter, isSameName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import { type RustApiEnum, type RustApiType, rustTypeText } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { IntegerPair, Pair } from './pair.ts';
import { variantConstants } from './variant-constants.ts';

/**
 * What a number of C and a Rust type have in common.
 * @throws NotComparable that names both when there is nothing
 */
export function scalarPair(
  c: ClangCType,
  rust: RustApiType,
  definitions: PairingDefinitions,
): Pair {
  if (c.kind === 'integer' && c.bits === 32 && rust.kind === 'file') return { kind: 'descriptor' };
  if (c.kind === 'boolean') {
    if (rust.kind === 'boolean') return { kind: 'boolean' };
    if (rust.kind === 'integer') return integer(8, false, rust.name, false);
  }
  if (c.kind === 'float' && rust.kind === 'float' && c.bits === rust.bits) return rust;
  if (c.kind !== 'integer' && c.kind !== 'enum') throw noPairError(c, rust);
  if (rust.kind === 'boolean') return { kind: 'boolean' };
  if (rust.kind === 'char') return integer(c.bits, c.signed, 'char', c.bits === 8);
  if (rust.kind === 'integer') {
    return integer(c.bits, c.signed, rust.name, c.bits === 8 && rust.bits === 8);
  }
  const item = rust.kind === 'item' ? definitions.crate.item(rust.path) : undefined;
  if (item?.kind !== 'enum' || c.bits === 128) throw noPairError(c, rust);
  const named = c.kind === 'enum' ? undefined : namedVariants(item, definitions);
  const variants = item.variants.flatMap(({ name, value }) => {
    const constant = c.kind === 'enum' ? constantOf(c.constants, name) : named?.get(name);
    const number = constant ?? value;
    return number === undefined ? [] : [{ name, value: number }];
  });
  if (variants.length < item.variants.length) {
    throw new NotComparable(`${item.path} has variants with fields, and C has an integer there`);
  }
  return { kind: 'enum', bits: c.bits, signed: c.signed, path: item.path, variants };
}

/**
 * The integers that the source of the C has names for which are those of the variants; undefined where hardly any
 * is named, or all names say what the variants' own numbers do.
 * @throws NotComparable where some variants have such a name, and others have none
 */
function namedVariants(
  { path, variants }: RustApiEnum,
  definitions: PairingDefinitions,
): ReadonlyMap<string, bigint> | undefined {
  if (variants.some(({ hasFields }) => hasFields)) return undefined;
  const found = variantConstants(definitions.constants(), variants);
  const isOwn = variants.every(({ name, value }) => !found.has(name) || found.get(name) === value);
  if (isOwn || found.size * 2 < variants.length) return undefined;
  const unclear = variants.find(({ name }) => !found.has(name));
  if (unclear === undefined) return found;
  throw new NotComparable(
    `nothing tells which number of the C ${path}::${unclear.name} is, and names of constants show that others of its variants have other numbers than in Rust`,
  );
}

function integer(
  bits: IntegerPair['bits'],
  signed: boolean,
  rust: string,
  isByte: boolean,
): IntegerPair {
  return { kind: 'integer', bits, signed, rust, isByte };
}

/** The constant of a C enum that a variant is named after, any common prefix aside. */
function constantOf(
  constants: readonly { readonly name: string; readonly value: bigint }[],
  variant: string,
): bigint | undefined {
  const exact = constants.filter(({ name }) => isSameName(name, variant));
  const found =
    exact.length > 0 ? exact : constants.filter(({ name }) => isNamedAfter(name, variant));
  return found.length === 1 ? found[0]?.value : undefined;
}

/** Says that a C type and a Rust type have nothing in common. */
export function noPairError(c: ClangCType, rust: RustApiType): NotComparable {
  return new NotComparable(
    `${cTypeText(c)} in C cannot be made into ${rustTypeText(rust)} in Rust, so that both sides cannot be given the same`,
  );
}

/** A C type in a few words, for messages. */
export function cTypeText(type: ClangCType): string {
  switch (type.kind) {
    case 'integer':
      return `${type.signed ? '' : 'unsigned '}${type.bits}-bit integer`;
    case 'float':
      return `${type.bits}-bit float`;
    case 'enum':
      return `enum ${type.name}`;
    case 'pointer':
      return `pointer to ${cTypeText(type.to)}`;
    case 'array':
      return `array of ${cTypeText(type.of)}`;
    case 'record':
      return `record ${type.id}`;
    case 'function':
      return 'function';
    default:
      return type.kind;
  }
}
