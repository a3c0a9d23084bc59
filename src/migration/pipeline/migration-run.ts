import type { CHeader } from '../complete/completion-values.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { TypeFormProblem } from '../layout/ask-for-types.ts';
import type { Standing } from '../state/standing.ts';
import type { CTypeSource } from '../steps/c-types.ts';
import type { MigrationStep } from '../steps/step.ts';
import type { RunStepDeps, StepResult } from '../transpile/run-step.ts';
import type { RepairLimits } from '../transpile/step-failure.ts';
import type { RecallForFunctions } from './remembered-for-step.ts';
import type { StepOutcome } from './step-outcome.ts';

export interface MigrationOptions {
  /** The folder of the crate, relative to the project's. */
  readonly crate: string;
  /** C functions to migrate; all of them when empty. */
  readonly only: readonly string[];
  /** How many functions this run tries at most. */
  readonly maxFunctions: number;
  /** How often a function is begun again. */
  readonly maxRestarts: number;
  readonly repairs: RepairLimits;
  /** The last stage to do. */
  readonly until: 'prepare' | 'transpile';
  /** Begins anew: the Rust that is there is removed, in a commit of its own. */
  readonly reset: boolean;
  readonly notes: string;
  /** Modules, types and signatures that the crate is to have; see `prepareCrate`. */
  readonly rustInterface: CrateFiles | undefined;
  /** What the crate is called where no model plans it; as the project's folder when missing. */
  readonly name?: string | undefined;
}

/** A step that was tried: which of how many it is, from 1, and how long it took. */
interface EndedMigrationStep {
  readonly outcome: StepOutcome;
  readonly position: number;
  readonly total: number;
  readonly milliseconds: number;
}

/** What a migration is given: what each attempt at a step needs, and what only whole runs need. */
export interface MigrationDeps
  extends Pick<
    RunStepDeps,
    | 'model'
    | 'signal'
    | 'parser'
    | 'cargo'
    | 'compareWithC'
    | 'gates'
    | 'allowCrate'
    | 'costOf'
    | 'onProgress'
  > {
  readonly now: () => Date;
  /** How the C and the Rust of each migrated function stand to those that were compared; all is the same when missing. */
  readonly standing?: ReadonlyMap<string, Standing>;
  /** The headers of the C: what a given interface has for their macros is written from them. */
  readonly headers?: readonly CHeader[];
  /** The types of the C, and how those are judged that are to stand for them; none are laid out when missing. */
  readonly types?: { readonly all: readonly CTypeSource[]; readonly formProblem: TypeFormProblem };
  /** Tells what was learnt of C functions before; nothing when missing. */
  readonly recall?: RecallForFunctions;
  /** Hears how each step has ended that was tried. */
  readonly onStepEnded?: (ended: EndedMigrationStep) => void;
  /** Asks a person whether a step is to be recorded; always when missing. */
  readonly confirm?: (step: MigrationStep, result: StepResult) => Promise<boolean>;
}
