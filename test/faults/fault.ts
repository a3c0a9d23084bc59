import type { Scene } from './scene.ts';
import type { Shown } from './shown.ts';

/** What GitHub shows after reviews that nobody disturbed. */
export interface Calm {
  /** Of the change with its findings; then after the repair; then of the findings come back. */
  readonly opened: Shown;
  readonly repaired: Shown;
  readonly returned: Shown;
  /** See `pace`. */
  readonly pace: readonly number[];
}

/** Something that goes wrong, and what must be there in the end. */
export interface Fault {
  readonly name: string;
  /** Throws when what is there in the end is not what should be; returns figures to print. */
  readonly run: (scene: Scene, calm: Calm) => Promise<string>;
}
