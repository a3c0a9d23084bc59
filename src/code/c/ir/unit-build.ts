import type { DataModel } from './data-model.ts';
import type { Macro } from './macro.ts';

/** How a unit is compiled, as far as something outside of its text says so. Plain data. */
export interface UnitBuild {
  /** Macros that the compiler's command line defines, and headers that are made while building. */
  readonly macros: readonly Macro[];
  /** Names that the command line says are not defined. */
  readonly undefined: readonly string[];
  /** What the compiler itself defines for its target, and what it does not; empty where that is not known. */
  readonly predefined: readonly (readonly [name: string, meaning: Predefined])[];
  /** Whether a name that nothing defines is not set: where the whole command line is known. */
  readonly isWhole: boolean;
  /** How names begin that headers from outside of the tree may define, in small letters. */
  readonly foreign: readonly string[];
  readonly dataModel: DataModel;
  /** Where the compiler looks for headers, below the root of the tree; '' is the root itself. */
  readonly folders: readonly string[];
}

/** Whether a compiler defines a name: as 1, as a number that is not known, or not at all; `open` where that is not known. */
export type Predefined = 'one' | 'some' | 'none' | 'open';
