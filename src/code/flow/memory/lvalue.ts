import type { CType } from '../../c/ir/types.ts';
import type { Value } from '../domain/value.ts';

/** A part of an object: the whole of it by the empty path. */
export interface AbstractLocation {
  readonly object: number;
  readonly path: string;
  /** Where an element is whose index is no number, in bytes, as far as that is linear. */
  readonly at?: Value;
}

/** Where an lvalue lives: cells that it may be, or the object that it is. */
export interface LValue {
  /** The object and path of each memory it may be; empty when that is not known. */
  readonly locations: readonly AbstractLocation[];
  readonly type: CType;
  /** Whether a write is a strong update: it is one location, and not one that stands for several elements. */
  readonly strong: boolean;
}
