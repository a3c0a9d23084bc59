import type { ClangField, ClangRecord } from '../../src/code/clang/types.ts';
import { isLengthNameFor } from '../../src/equivalence/name-matching.ts';
import { type EnumType, type InterfaceOfTypes, PAYLOAD } from './interface-of-types.ts';
import { rustName, rustTypeName } from './rust-names.ts';

/** The struct for a record: with its fields where each has a form in Rust, else with a list of its own. */
export function structItem(record: ClangRecord, types: InterfaceOfTypes): string {
  const all = record.fields ?? [];
  const isLength = ({ name, type }: ClangField) =>
    type.kind === 'integer' && all.some((other) => isList(other) && namesLength(name, other.name));
  const fields = all
    .filter((field) => !isLength(field))
    .map((field) => ({ name: rustName(field.name), type: fieldType(field, record, types) }));
  const isOpen =
    all.length > 0 && fields.every(({ name, type }) => name !== '' && type !== undefined);
  const texts = isOpen
    ? fields.map(({ name, type }) => `    pub ${name}: ${type},`)
    : [`    items: Vec<${types.hasPayload(record) ? PAYLOAD : 'u8'}>,`];
  return `pub struct ${types.struct(record)} {\n${texts.join('\n')}\n}`;
}

/** The enum for one of C, each value once. */
export function enumItem([name, { bits, signed, constants }]: readonly [string, EnumType]): string {
  const values = new Map(constants.map((one) => [one.value, one.name]));
  const variants = [...values].map(([value, own]) => `    ${rustTypeName(own)} = ${value},`);
  const repr = `${signed ? 'i' : 'u'}${bits}`;
  return `#[repr(${repr})]\npub enum ${name} {\n${variants.join('\n')}\n}`;
}

function fieldType(
  { name, type, spelled }: ClangField,
  record: ClangRecord,
  types: InterfaceOfTypes,
): string | undefined {
  if (type.kind !== 'pointer') return types.value(type, spelled);
  const { to } = type;
  if (types.record(to)?.name === record.name) return `Option<Box<${types.struct(record)}>>`;
  const hasLength = (record.fields ?? []).some(
    (one) => one.type.kind === 'integer' && isLengthNameFor(one.name, name, false),
  );
  if (!hasLength) return to.kind === 'integer' && to.isCharacter ? 'String' : undefined;
  const of = types.value(to);
  return of === undefined ? undefined : `Vec<${of}>`;
}

function namesLength(name: string, of: string): boolean {
  return isLengthNameFor(name, of, false) || isLengthNameFor(name, of, true);
}

function isList({ type }: ClangField): boolean {
  return type.kind === 'pointer' && type.to.kind !== 'function' && type.to.kind !== 'void';
}
