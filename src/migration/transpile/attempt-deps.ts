import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { Cargo } from '../crate/cargo.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { AnsweredRefusal } from '../state/step-method.ts';
import type { KnownRecords, TypeLayout } from '../state/type-layout.ts';
import type { CompareWithC, FunctionPlan, StepGates } from '../steps/step.ts';
import type { AllowCrate } from './apply-answer.ts';
import type { AskDeps } from './ask-migration-model.ts';
import type { RepairLimits, StepFailure, StepFailureKind } from './step-failure.ts';

/** What an attempt at a step needs of the project, the crate and the tools. */
export interface AttemptDeps extends AskDeps {
  readonly cargo: Cargo;
  readonly parser: SourceParser;
  readonly moduleFiles: ReadonlyMap<string, string>;
  readonly hasInterface: boolean;
  /** Rust functions of earlier steps, by their paths. */
  readonly takenPaths: ReadonlySet<string>;
  /** The paths of what stands for C functions that are migrated; of none when missing. */
  readonly rustNames?: ReadonlyMap<string, string>;
  /** Rust functions of this step that are there from an earlier run, and are migrated again. */
  readonly repeatedPaths: ReadonlySet<string>;
  /** C functions that need no Rust; none when missing. */
  readonly skippedFunctions?: ReadonlySet<string>;
  /** What stands for the types of the C; nothing when missing. */
  readonly layout?: TypeLayout;
  /** What is said of the fields of records already; nothing when missing. */
  readonly records?: KnownRecords;
  /** The maintainers' notes; empty for none. */
  readonly notes: string;
  /** Warnings that the crate has anyway: see `warningKeys`. */
  readonly knownWarnings: ReadonlySet<string>;
  /** C functions of the project that are not there yet. */
  readonly pendingFunctions: ReadonlySet<string>;
  /** C functions that will never be there, since what is given or safe Rust makes them impossible; none when missing. */
  readonly lackingFunctions?: ReadonlySet<string>;
  readonly repairs: RepairLimits;
  readonly allowCrate: AllowCrate;
  readonly compareWithC: CompareWithC;
  readonly gates: StepGates;
  /** Which changes answered a refusal of this kind before; none when missing. */
  readonly answersTo?: (failure: StepFailure) => readonly string[];
  /** Hears what is being done, on one line. */
  readonly onProgress: (line: string) => void;
}

/** Rust that builds and passes its tests, and the plan that it is of. */
export interface BuiltRust {
  readonly files: CrateFiles;
  readonly plans: readonly FunctionPlan[];
}

/** How one attempt at a step ended. */
export type AttemptResult =
  | {
      readonly kind: 'done';
      readonly files: CrateFiles;
      readonly plans: readonly FunctionPlan[];
      /** By C function. */
      readonly evidence: ReadonlyMap<string, Evidence>;
      /** What the reviewer still says, though old and new did the same on all inputs. */
      readonly remarks: readonly string[];
      /** Which changes answered what was refused on the way. */
      readonly answered: readonly AnsweredRefusal[];
      readonly rounds: Readonly<Record<StepFailureKind, number>>;
    }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** What was tried, and why each was refused: see `AttemptHistory`. */
      readonly tried: readonly string[];
      /** A second reader agrees that it cannot be done: no further attempt is made. */
      readonly isFinal: boolean;
      /** What was written; missing where none of it was good enough to be compared. */
      readonly built?: BuiltRust | undefined;
    };
