import type { ClangCType } from '../../../code/clang/types.ts';
import type { LengthExpression } from '../../../equivalence/cases/length-expression.ts';
import type { ListPair, Pair } from '../../../equivalence/pairing/pair.ts';
import type { CAbi } from './c-abi.ts';
import { NotLinkable } from './not-linkable.ts';

/**
 * A Rust expression of a value that the C has.
 * @param c the C type of the place
 * @param place a Rust expression of that type
 * @param at a Rust expression that names the parameter, for messages
 */
export function fromC(pair: Pair, c: ClangCType, place: string, at: string, abi: CAbi): string {
  if ((pair.kind === 'array' || pair.kind === 'record') && pair.isFlat === true) {
    throw new NotLinkable('numbers that Rust keeps in groups, for which there are no shims yet');
  }
  switch (pair.kind) {
    case 'end':
      throw new NotLinkable('a type that contains itself, for which there are no shims yet');
    case 'absent':
      throw new NotLinkable(
        `a function of the caller, for which there are no shims yet: ${pair.because}`,
      );
    case 'untouched':
      throw new NotLinkable(`a field that C and Rust have in no common form: ${pair.because}`);
    case 'place':
      throw new NotLinkable('a pointer that is an index in Rust, for which there are no shims yet');
    case 'tagged':
      throw new NotLinkable(
        `${pair.c} and the enum ${pair.path}, for which there are no shims yet`,
      );
    case 'callback':
      throw new NotLinkable(
        `${pair.name} is a function of the caller, for which there are no shims yet`,
      );
    case 'integer': {
      if (pair.rust === 'char') return `character(${place} as u32, ${at})`;
      if (pair.isByte) return `${place} as ${pair.rust}`;
      return abi.type(c) === pair.rust ? place : `fit::<_, ${pair.rust}>(${place}, ${at})`;
    }
    case 'float':
      return place;
    case 'boolean':
      return `(${place} != 0)`;
    case 'enum': {
      const arms = pair.variants.map(
        ({ name, value }) => `${value} => subject::${pair.path}::${name}`,
      );
      return `match ${place} { ${arms.join(', ')}, other => no_variant(i128::from(other), ${at}) }`;
    }
    case 'array': {
      const of = elementTypeOf(c);
      return `std::array::from_fn(|i| ${fromC(pair.of, of, `${place}[i]`, at, abi)})`;
    }
    case 'record': {
      if (pair.isBare === true) {
        throw new NotLinkable(
          `${pair.c}, which Rust has as a list, and for which there are no shims yet`,
        );
      }
      const fields = fieldTypes(c, abi);
      const values = pair.fields.map((field) => ({
        rust: field.rust,
        value: fromField(field.pair, fields, field.c, place, at, abi),
      }));
      if (pair.path === undefined) return `(${values.map(({ value }) => `${value},`).join(' ')})`;
      const list = values.map(({ rust, value }) => `${rust}: ${value}`);
      return `subject::${pair.path} { ${list.join(', ')} }`;
    }
    case 'nullable': {
      if (pair.none !== undefined) {
        throw new NotLinkable('a number that stands for None, for which there are no shims yet');
      }
      const value = fromC(pair.of, pointeeTypeOf(c), '(*p)', at, abi);
      const boxed = pair.isBoxed ? `Box::new(${value})` : value;
      return `{ let p = ${place}; if p.is_null() { None } else { Some(${boxed}) } }`;
    }
    case 'pointer': {
      const value = fromC(pair.of, pointeeTypeOf(c), '(*p)', at, abi);
      return `{ let p = there(${place}, ${at}); ${pair.isBoxed ? `Box::new(${value})` : value} }`;
    }
    case 'stream':
    case 'descriptor':
    case 'files':
      throw new NotLinkable('a stream, for which there are no shims yet');
    case 'list':
      throw new NotLinkable('nothing tells how many elements a list has');
  }
}

function fromField(
  pair: Pair,
  fields: ReadonlyMap<string, ClangCType>,
  name: string,
  owner: string,
  at: string,
  abi: CAbi,
): string {
  const type = fields.get(name);
  if (type === undefined) throw new NotLinkable(`a record has no field ${name}`);
  const place = `${owner}.${abi.field(name)}`;
  if (pair.kind !== 'list') return fromC(pair, type, place, at, abi);
  const start = type.kind === 'array' ? `${place}.as_ptr()` : place;
  return ownedList(
    pair,
    elementTypeOf(type),
    start,
    countInRecord(pair, owner, start, at, abi),
    at,
    abi,
  );
}

function countInRecord(
  pair: ListPair,
  owner: string,
  start: string,
  at: string,
  abi: CAbi,
): string {
  if (pair.isText) return `text(${start} as *const u8, ${at}).len()`;
  if (pair.lengthField !== undefined) return `fit(${owner}.${abi.field(pair.lengthField)}, ${at})`;
  if (pair.lengthFrom !== undefined) {
    return `fit::<_, usize>(${lengthInRust(pair.lengthFrom, owner, abi)}, ${at})`;
  }
  throw new NotLinkable('nothing tells a caller in C how many elements a field has');
}

/** A length by fields of a record, as a Rust expression of an `i128`. */
export function lengthInRust(expression: LengthExpression, owner: string, abi: CAbi): string {
  if (expression.kind === 'number') return `${expression.value}i128`;
  if (expression.kind === 'name') return `i128::from(${owner}.${abi.field(expression.name)})`;
  const left = lengthInRust(expression.left, owner, abi);
  const right = lengthInRust(expression.right, owner, abi);
  switch (expression.operator) {
    case '/':
      return `(${left}).checked_div(${right}).unwrap_or(0)`;
    case '%':
      return `(${left}).checked_rem(${right}).unwrap_or(0)`;
    case '<<':
    case '>>':
      return `match ${right} { by @ 0..=63 => (${left}) ${expression.operator} by, _ => 0 }`;
    default:
      return `(${left} ${expression.operator} ${right})`;
  }
}

/**
 * Elements behind a pointer, as a `Vec`, `String` or boxed slice.
 * @param c the C type of an element
 */
export function ownedList(
  pair: ListPair,
  c: ClangCType,
  start: string,
  count: string,
  at: string,
  abi: CAbi,
): string {
  const element = fromC(pair.of, c, '(*e)', at, abi);
  const type = abi.type(c.kind === 'void' ? BYTE : c);
  const list = `elements(${start} as *const ${type}, ${count}, ${at}).iter().map(|e| ${element}).collect::<Vec<_>>()`;
  if (pair.rust === 'string')
    return `String::from_utf8(${list}).unwrap_or_else(|_| not_text(${at}))`;
  return pair.rust === 'boxed' ? `${list}.into_boxed_slice()` : list;
}

/** What a pointer to anything points at, where it is taken as bytes. */
export const BYTE: ClangCType = { kind: 'integer', bits: 8, signed: false, isCharacter: true };

/** The types of the fields of a record by their names. @throws NotLinkable when it has none known */
export function fieldTypes(c: ClangCType, abi: CAbi): ReadonlyMap<string, ClangCType> {
  if (c.kind !== 'record') throw new NotLinkable('a value is no record in C');
  return new Map((abi.record(c.id).record.fields ?? []).map(({ name, type }) => [name, type]));
}

export function pointeeTypeOf(c: ClangCType): ClangCType {
  if (c.kind === 'pointer') return c.to;
  throw new NotLinkable('a value is no pointer in C');
}

/** The type of an element of an array or of what a pointer points at. */
export function elementTypeOf(c: ClangCType): ClangCType {
  return c.kind === 'array' ? c.of : pointeeTypeOf(c);
}
