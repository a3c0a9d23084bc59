import type * as z from 'zod';
import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { Mapping } from '../../equivalence/pairing/mapping.ts';
import type { EquivalenceSubject } from '../../equivalence/plan/subject.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { ComparedC } from './compared-c.ts';

/** A C function with all that a translator has to see of the project. */
export interface CFunctionSource {
  readonly name: string;
  /** Relative to the project's folder; lines count from 1. */
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Such as `int add(int a, int b)`. */
  readonly signature: string;
  readonly returnsVoid: boolean;
  /** Of the `main` of a program: how many parameters it has; missing for all other functions. */
  readonly mainParameters?: number;
  /** Itself, as the source has it, macros and comments included. */
  readonly text: string;
  /** The types, macros and globals that it uses, as the sources have them. */
  readonly context: string;
  /** Other functions that use the same records; empty where there are none. */
  readonly typeUsers?: string;
  /** The functions of the project that it calls, as far as there is room; empty or missing where there are none. */
  readonly called?: string;
  /** Where it is called from, as far as that tells how. */
  readonly callers: string;
  /** Functions of the project that it calls. */
  readonly callees: readonly string[];
  /** Functions of libraries that it calls. */
  readonly libraryCalls: readonly string[];
  /** Crates that serve it, or functions that it calls; none when missing. */
  readonly crates?: readonly { readonly name: string; readonly version: string }[];
  /** Whether a library serves it: then it may need no Rust. */
  readonly isLibraryBacked?: boolean;
  /** Digests of the C that runs where it is compared: itself, and all of the project that it uses. */
  readonly comparedC?: () => ComparedC;
}

/** Functions that are migrated together: one, or a cycle of those that call each other. */
export interface MigrationStep {
  readonly functions: readonly CFunctionSource[];
}

/** What a step is called, for people and in the names of conversations. */
export function stepName({ functions }: MigrationStep): string {
  return functions.map(({ name }) => name).join('+');
}

/** The functions of the project that a step calls, but for its own, each once. */
export function calleesOf({ functions }: MigrationStep): string[] {
  const own = new Set(functions.map(({ name }) => name));
  const all = new Set(functions.flatMap(({ callees }) => callees));
  return [...all].filter((name) => !own.has(name));
}

/** Where a C function goes, and as what. */
export interface FunctionPlan {
  readonly cName: string;
  /** A file of the crate, such as `src/shape.rs`. */
  readonly file: string;
  /** The path within the crate, such as `shape::Square::area`. */
  readonly rust: string;
  /** Such as `pub fn area(&self) -> u32`. */
  readonly signature: string;
  readonly mapping: Mapping | undefined;
  /** The mapping as it was written: what is kept. */
  readonly mappingText: z.core.util.JSONType | undefined;
  /** Why there is nothing to write, of a function that only releases what Rust releases itself. */
  readonly skip: string | undefined;
}

/**
 * Runs old and new side by side. `crate` is the folder of the Rust side, with its manifest; `isRefuted` tells
 * whether a difference is known to be on an input that the text of the C rules out.
 */
export type CompareWithC = (
  plan: FunctionPlan,
  crate: string,
  isRefuted?: EquivalenceSubject['isRefuted'],
) => Promise<Evidence>;

/** What the gates that need no model say of a step. */
export interface StepGates {
  /** What is wrong for certain, one line each. */
  readonly faults: (before: CrateFiles, after: CrateFiles) => readonly string[];
  /**
   * What the text of a function makes a gate suspect, which a comparison with the C would settle; undefined
   * when nothing. `pending` are C functions that `todo!("name")` may still stand for.
   */
  readonly suspicion: (
    after: CrateFiles,
    step: MigrationStep,
    plan: FunctionPlan,
    pending: ReadonlySet<string>,
  ) => string | undefined;
}
