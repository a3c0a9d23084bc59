import type { Taint } from '../../../../code/flow/domain/taint.ts';
import type { EventKind } from '../../../basis.ts';

/** What is wrong with one access of an element. */
export interface FoundAccess {
  readonly message: string;
  readonly confidence: number;
  readonly event: EventKind;
  /** Whether the index is only known as the numbers that several paths brought. */
  readonly joined?: true;
  /** Whether it happens only in a round that no path of a few rounds comes to. */
  readonly beyondPaths?: true;
  /** Whether the index or its lack of a check, rather than a size, is what is wrong. */
  readonly index: 'none' | 'negative' | 'untrusted';
  /** Whether the function compares the index with the end of the array, and not with its start. */
  readonly isOneSided?: true;
  readonly taint: Taint | undefined;
}
