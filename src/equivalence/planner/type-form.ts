import type { ClangUnit } from '../../code/clang/unit.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { Mapping } from '../pairing/mapping.ts';
import { pairOf } from '../pairing/pair-of-types.ts';
import { RustCrate } from '../rust-api/rust-crate.ts';
import { CSources } from './c-sources.ts';
import { PAYLOADS } from './payloads.ts';
import { fieldsByRecord } from './record-fields.ts';
import { tablesOf } from './tables-of.ts';

/** A type of the C and what is to stand for it. */
interface TypeForm {
  /** The folder of the C project. */
  readonly project: string;
  /** A unit that knows what is in the type. */
  readonly unit: ClangUnit;
  /** As C code names it. */
  readonly c: string;
  /** The path within the crate. */
  readonly rust: string;
  /** What is said of the fields of records. */
  readonly records: Mapping['records'];
  /** The texts of the crate, by path below `src/`. */
  readonly crate: ReadonlyMap<string, string>;
}

/** Why values of a C record and a Rust type cannot be put side by side, field by field; undefined where they can. */
export async function typeFormProblem(
  { project, unit, c, rust, records, crate: texts }: TypeForm,
  grammars: Grammars,
): Promise<string | undefined> {
  const record = [...unit.records.values()].find(({ name }) => name === c);
  // The numbers of an enum are compared by the functions that use it.
  if (record === undefined) return undefined;
  // Functions are compared with one after the other in the place of a type parameter.
  const crate = (await RustCrate.parse(texts, grammars)).withPayload(PAYLOADS[0].type);
  const sources = new CSources(project, unit);
  const definitions: PairingDefinitions = {
    ...{ records: unit.records, crate, fields: fieldsByRecord(records, [unit]) },
    allocated: (of, field) => sources.allocated(of, field),
    indexes: (field) => sources.indexes(field),
    constants: () => sources.constants(),
    tables: (of) => tablesOf(unit, of),
    noneOf: (place, type) => sources.noneOf(place, type, unit.functions),
    usesField: () => true,
    usesRustField: () => true,
    passedAt: () => undefined,
    isUnused: () => false,
    isFolder: () => false,
    piecesOf: () => [],
    viewsOfField: () => [],
  };
  try {
    pairOf({ kind: 'record', id: record.id }, { kind: 'item', path: rust }, definitions);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof NotComparable) return thrown.message;
    throw thrown;
  }
}
