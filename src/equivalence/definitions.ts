import type { CRecord } from '../code/clang/c-type.ts';
import type { LengthExpression } from './length-expression.ts';
import type { FieldRole } from './mapping.ts';
import type { RustCrate } from './rust/rust-crate.ts';

/** What both sides define. */
export interface Definitions {
  readonly records: ReadonlyMap<string, CRecord>;
  readonly crate: RustCrate;
  /** The Rust type of objects that calls make and take, rather than have their fields paired. */
  readonly handle?: string | undefined;
  /** What the mapping says of fields, by record and field. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, FieldRole>>>>;
  /** Whether a parameter that is a descriptor is that of a folder. */
  readonly isFolder: (parameter: string) => boolean;
  /** How much memory the C takes for a field of a record, where its source tells. */
  readonly allocated: (record: CRecord, field: string) => LengthExpression | undefined;
}
