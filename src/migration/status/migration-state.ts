import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { GateResult } from '../gates/gate-result.ts';
import type { UnsafeCount } from '../gates/unsafe-code.ts';
import type { MeasuresRecord } from './migration-records.ts';

/**
 * How far a C function has come. One is `migrated` where its Rust was compared with it, or nothing can be
 * compared; else, where there is Rust for it all the same, it is `uncompared`. It is `stale` where its C or its Rust, or what
 * these use, has changed since. One that Rust does not
 * need is `skipped`; one that a library serves, or that only such a one needed, is `replaced`.
 */
export const FUNCTION_STATES = [
  ...([
    'migrated',
    'stale',
    'uncompared',
    'skipped',
    'replaced',
    'current',
    'waiting',
    'blocked',
  ] as const),
] as const;
export type FunctionStateName = (typeof FUNCTION_STATES)[number];

export interface FunctionState {
  readonly name: string;
  /** Of the C, relative to the project's folder; lines count from 1. */
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly signature: string;
  readonly state: FunctionStateName;
  /** Where it went: the file below the crate, the path within the crate, the signature. */
  readonly rust?: { readonly file: string; readonly symbol: string; readonly signature: string };
  readonly evidence?: Evidence;
  /** What a reviewer said and no repair has changed. */
  readonly remarks: readonly string[];
  /** Why it is blocked or was not compared, why there is no Rust for it, or what serves it. */
  readonly reason?: string;
  /** Whether an earlier version has recorded it, which kept no digests: which C and which Rust were compared is not known. */
  readonly isOfUnknownCode?: true;
  /** Functions that were compared, and reached this one on both sides, which was not compared by itself. */
  readonly reachedBy?: readonly ReachedBy[];
  /** Lines of the Rust function that are unsafe. */
  readonly unsafeLines: number;
  /** What it took, together with the other functions of its step. */
  readonly effort?: StepEffort;
}

/** A function whose comparison reached another one. */
export interface ReachedBy {
  readonly name: string;
  /** On which it gave the same. */
  readonly cases: number;
  /** Of the C of the other one, and those that were reached. */
  readonly lines: number;
  readonly coveredLines: number;
}

/** What a step took: one function, or a cycle of them. */
export interface StepEffort {
  readonly functions: readonly string[];
  /** From the plan on; 1 for what went well at once. */
  readonly tries: number;
  readonly repairs: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
  readonly seconds: number;
}

/** A migration as its artifacts and its crate tell it. */
export interface MigrationState {
  /** The name of the project's folder. */
  readonly project: string;
  /** The folder of the crate, relative to the project's. */
  readonly crate: string;
  /** In the order in which they are to be migrated. */
  readonly functions: readonly FunctionState[];
  /** Each step once. */
  readonly efforts: readonly StepEffort[];
  readonly unsafe: UnsafeCount;
  /** Functions of the crate with a signature and no body yet: see `findUnwrittenFunctions`. */
  readonly unwritten: readonly string[];
  /** Functions of a given interface that stand for none of the C: nothing of them was compared. */
  readonly besideC: readonly string[];
  /** Tests of the crate that run. */
  readonly tests: number;
  /** Of the crate as it is, and of the run. */
  readonly gates: readonly GateResult[];
  readonly phases: readonly PhaseThreshold[];
  /** Missing before a run has measured them. */
  readonly measures?: MeasuresRecord;
}

/** A threshold of the config, and where the migration stands. */
export interface PhaseThreshold {
  readonly name: string;
  /** Undefined where there is nothing yet that it could be judged by. */
  readonly isMet: boolean | undefined;
  /** Such as `81 % of 42`. */
  readonly is: string;
  /** Such as `at least 80 %`. */
  readonly wanted: string;
}
