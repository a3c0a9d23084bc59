import type { State } from './state.ts';
import type { Value } from './value.ts';

/** The state at one return of a function, with the value returned. */
export interface ReturnState {
  readonly state: State;
  readonly value: Value | undefined;
  /** Whether what the value points to can be reached otherwise, too. */
  readonly isShared?: boolean;
}
