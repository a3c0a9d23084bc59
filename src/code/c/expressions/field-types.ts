import { LIMITS } from '../../limits.ts';
import type { Symbols } from '../ir/symbols.ts';
import type { CType } from '../ir/types.ts';

/** The type of a field, also of one in a struct or union without a name inside; undefined for unknown ones. */
export function fieldType(
  symbols: Symbols,
  record: string,
  name: string,
  depth = 0,
): CType | undefined {
  if (depth > 4) return undefined;
  for (const field of symbols.record(record)?.fields ?? []) {
    if (field.name === name) return field.type;
    if (field.name === '' && field.type.kind === 'record') {
      const inner = fieldType(symbols, field.type.name, name, depth + 1);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

/**
 * The type of a field that a method names without its object, of the class around or of one of its bases: where it is a
 * class. What is known of numbers, and of what pointers lead to, is not known of the fields of `this`.
 */
export function ownFieldType(
  symbols: Symbols,
  owner: string,
  name: string,
  depth = 0,
): CType | undefined {
  if (owner === '' || depth > LIMITS.classDepth) return undefined;
  const type = fieldType(symbols, owner, name);
  if (type !== undefined) return isClass(type) ? type : undefined;
  for (const base of symbols.class(owner)?.bases ?? []) {
    const inherited = ownFieldType(symbols, base, name, depth + 1);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

/** A class of the library or of the project, or a reference to one. */
export function isClass(type: CType): boolean {
  const of = type.kind === 'pointer' && type.reference === true ? type.to : type;
  return of.kind === 'record' || (of.kind === 'unknown' && of.name !== '');
}
