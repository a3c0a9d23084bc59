import type { ClangRecord } from '../../code/clang/types.ts';
import { isSameName } from '../name-matching.ts';
import type { RustApiEnum, RustApiStruct } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { Pair, PairField, TaggedPair } from './pair.ts';

/** A Rust field that stands for a number of the record and for what that tells of other fields of it. */
interface InlineTag {
  readonly rust: string;
  readonly item: RustApiEnum;
  /** The record with the fields that no other Rust field stands for. */
  readonly part: ClangRecord;
}

/**
 * The Rust fields that are enums whose variants hold something, where the C record has the number and the union among its
 * other fields: `struct { int line; int kind; union { … } u; }` and `struct Item { line: i32, value: Value }`.
 */
function inlineTags(
  record: ClangRecord,
  { fields }: RustApiStruct,
  definitions: PairingDefinitions,
): InlineTag[] {
  const all = record.fields ?? [];
  const roles = definitions.fields[record.name] ?? {};
  const cOf = (rust: string) =>
    all.find(({ name }) => roles[name]?.rust === rust) ??
    all.find(({ name }) => name !== '' && isSameName(name, rust));
  return fields.flatMap(({ name, type }): InlineTag[] => {
    const item = type.kind === 'item' ? definitions.crate.item(type.path) : undefined;
    if (item?.kind !== 'enum' || !item.variants.some(({ hasFields }) => hasFields)) return [];
    const c = cOf(name);
    const inner = c?.type.kind === 'record' ? definitions.records.get(c.type.id) : undefined;
    const isWhole = c?.type.kind === 'pointer' || inner?.tag === 'struct';
    if (isWhole) return [];
    const others = new Set(
      fields.flatMap((other) => (other.name === name ? [] : [cOf(other.name)])),
    );
    return [
      { rust: name, item, part: { ...record, fields: all.filter((one) => !others.has(one)) } },
    ];
  });
}

/**
 * A record and a struct of which some fields are such enums.
 * @param tagged pairs a part of the record with such an enum
 * @param rest pairs the other fields of both
 * @throws NotComparable
 */
export function recordWithTags(
  record: ClangRecord,
  item: RustApiStruct,
  definitions: PairingDefinitions,
  tagged: (part: ClangRecord, item: RustApiEnum) => TaggedPair,
  rest: (record: ClangRecord, fields: RustApiStruct['fields']) => Pair,
): Pair | undefined {
  const tags = inlineTags(record, item, definitions);
  if (tags.length === 0) return undefined;
  const used = new Set<string>();
  const pairs = new Map<string, PairField>();
  for (const { rust, item: own, part } of tags) {
    const pair = tagged(part, own);
    const paths = pair.variants.flatMap(({ fields }) => fields.map(({ c }) => c));
    const names = new Set((part.fields ?? []).map(({ name }) => name));
    const first = [pair.tag.c, ...paths.map((path) => path.split('.')[0] ?? '')];
    for (const name of first) used.add(names.has(name) ? name : '');
    pairs.set(rust, { c: pair.tag.c, rust, pair: { ...pair, isInline: true } });
  }
  const left = { ...record, fields: (record.fields ?? []).filter(({ name }) => !used.has(name)) };
  const others = rest(
    left,
    item.fields.filter(({ name }) => !pairs.has(name)),
  );
  if (others.kind !== 'record') return others;
  const all = new Map(others.fields.map((field) => [field.rust, field]));
  const fields = item.fields.flatMap(({ name }) => pairs.get(name) ?? all.get(name) ?? []);
  return { ...others, fields };
}
