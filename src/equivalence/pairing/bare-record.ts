import type { ClangCType, ClangRecord } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { ListPair, Pair } from './pair.ts';
import { recordPair } from './record-pair.ts';

/**
 * A record of one pointer and what tells its length, such as `struct slice { char *data; size_t len; }`, where Rust
 * has the list alone: `&[u8]`, `Vec<u8>`, `String`. Undefined where the Rust type is no list or text, the record has
 * more than that, or the list is one of other elements.
 * @param rust behind references
 * @param next pairs the elements of a list
 * @throws NotComparable when nothing tells the length
 */
export function bareRecordPair(
  record: ClangRecord,
  rust: RustApiType,
  definitions: PairingDefinitions,
  next: (element: ClangCType, rust: RustApiType) => ListPair,
): Pair | undefined {
  const list = barePointer(record);
  if (!isList(rust) || list?.type.kind !== 'pointer') return undefined;
  const { to } = list.type;
  try {
    next(to, rust);
  } catch (thrown) {
    if (thrown instanceof NotComparable) return undefined;
    throw thrown;
  }
  const fields = [{ name: list.name, type: BYTES }];
  // A text has a length like any other list.
  const text = next(to, rust);
  const own = text.isText ? next(to, BYTES) : text;
  const noFunction = () => {
    throw new NotComparable(`${record.name} holds a function`);
  };
  const pair = recordPair(record, undefined, fields, definitions, () => own, noFunction);
  if (pair.kind !== 'record') return undefined;
  const { rust: form, isText } = text;
  const measured = pair.fields.map((field) =>
    field.pair.kind === 'list' ? { ...field, pair: { ...field.pair, rust: form, isText } } : field,
  );
  return { ...pair, fields: measured, isBare: true };
}

const BYTES: RustApiType = {
  kind: 'vec',
  of: { kind: 'integer', name: 'u8', bits: 8, signed: false },
};

/** The only pointer of a record whose other fields are integers. */
export function barePointer({ tag, fields = [] }: ClangRecord) {
  const pointers = fields.filter(({ type }) => type.kind === 'pointer');
  const others = fields.filter(({ type }) => type.kind !== 'pointer');
  const isInteger = ({ type }: (typeof fields)[number]) =>
    type.kind === 'integer' || type.kind === 'boolean';
  const [only] = pointers;
  if (tag === 'union' || pointers.length !== 1 || only?.type.kind !== 'pointer') return undefined;
  const isFit = others.length > 0 && others.every(isInteger) && only.type.to.kind !== 'function';
  return isFit ? only : undefined;
}

function isList({ kind }: RustApiType): boolean {
  return kind === 'vec' || kind === 'slice' || kind === 'str' || kind === 'string';
}
