import { ASSUMPTIONS } from '../code/flow/domain/assumptions.ts';
import { RUST_ASSUMPTIONS } from '../code/rust/state/assumptions.ts';

/** What kind of thing a rule has seen. */
export const EVENTS = [
  /** It happens whenever control comes here in the way that is described. */
  'definite',
  /** It happens on some of the ways here: freed by a callee or on another path, perhaps written. */
  'may',
  /** The code itself doubts it: a pointer is compared with null, and elsewhere used without. */
  'belief',
  /** Nothing but the range of a type says that the value can be so large. */
  'type-range',
  /** It happens where a caller passes what no call that was seen passes. */
  'latent',
  /** The shape of the code or a name in it, whatever values there are. */
  'shape',
] as const;
export type EventKind = (typeof EVENTS)[number];

/** What is not known of a place, or what was assumed to come there. */
export const DOUBTS = [
  ...new Set([...ASSUMPTIONS, ...RUST_ASSUMPTIONS]),
  /** The parser did not understand a part of the function. */
  'parse-error',
  /** No single path to it was found whose conditions agree with each other. */
  'no-path',
] as const;
export type Doubt = (typeof DOUBTS)[number];

/** What the confidence of a hit rests on. */
export interface Basis {
  readonly event: EventKind;
  /** In the order of `DOUBTS`. */
  readonly doubts: readonly Doubt[];
  /** Whether one path from the entry of the function to the place was followed by itself. */
  readonly witnessed: boolean;
  /** Present where only a build for debugging has the code. */
  readonly debug_code?: true;
}
