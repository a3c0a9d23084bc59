import { isSameName } from '../name-matching.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { Mapping } from '../pairing/mapping.ts';
import type { Pair } from '../pairing/pair.ts';
import { pairOf } from '../pairing/pair-of-types.ts';
import { recordPair } from '../pairing/record-pair.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import type { RustApiFunction, RustApiType, RustParam } from '../rust-api/rust-type.ts';
import type { NamedParam } from './named-param.ts';

/** A C parameter whose fields Rust has as parameters. */
interface SpreadRecord {
  readonly param: NamedParam;
  /** Of the Rust parameters. */
  readonly names: ReadonlySet<string>;
  readonly argument: Extract<CArgument, { kind: 'one' | 'value' }>;
  /** What each of them is. */
  readonly parts: ReadonlyMap<string, Pair>;
}

/**
 * The record of C that Rust takes in parts: each Rust parameter that is named like no parameter of the C
 * is one of its fields. Undefined where there is none.
 * @throws NotComparable where a field and a parameter have no form in common
 */
export function findSpread(
  params: readonly NamedParam[],
  rust: RustApiFunction,
  mapping: Mapping,
  definitions: PairingDefinitions,
): SpreadRecord | undefined {
  const isOwn = ({ name }: RustParam) =>
    mapping.rust[name] !== undefined || params.some((param) => isSameName(param.name, name));
  const left = rust.params.filter((param) => !isOwn(param));
  if (left.length === 0 || left.some(({ type }) => isMutable(type))) return undefined;
  const found = params.filter((param) => {
    const fields = recordOf(param, definitions)?.fields ?? [];
    const isTaken = rust.params.some(({ name }) => isSameName(param.name, name));
    const isMapped = Object.values(mapping.rust).includes(param.name);
    const hasEach = left.every(({ name }) => fields.some((field) => isSameName(field.name, name)));
    return !isTaken && !isMapped && hasEach;
  });
  const [param, ...more] = found;
  const record = param === undefined ? undefined : recordOf(param, definitions);
  if (param === undefined || record === undefined || more.length > 0) return undefined;
  const fields = left.map(({ name, type }) => ({ name, type: owned(type) }));
  const next: Parameters<typeof recordPair>[4] = (c, type) => pairOf(c, type, definitions, 1);
  const pair = recordPair(record, undefined, fields, definitions, next, next);
  if (pair.kind !== 'record') return undefined;
  const { name } = param;
  const isPointer = param.type.kind === 'pointer';
  return {
    param,
    names: new Set(left.map((one) => one.name)),
    argument: isPointer
      ? { name, kind: 'one', pair, isNullable: false }
      : { name, kind: 'value', pair },
    parts: new Map(pair.fields.map((field) => [field.rust, field.pair])),
  };
}

function recordOf({ type }: NamedParam, { records }: PairingDefinitions) {
  const inner = type.kind === 'pointer' ? type.to : type;
  return inner.kind === 'record' ? records.get(inner.id) : undefined;
}

function isMutable(type: RustApiType): boolean {
  return type.kind === 'reference' && type.mutable;
}

/** What a struct would have as a field in the place of what a parameter borrows. */
function owned(type: RustApiType): RustApiType {
  if (type.kind === 'reference') return owned(type.to);
  if (type.kind === 'slice') return { kind: 'vec', of: type.of };
  return type.kind === 'str' ? { kind: 'string' } : type;
}
