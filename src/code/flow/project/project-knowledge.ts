import { type Lookups, mergedSymbols, type SharedNames, type Symbols } from '../../c/ir/symbols.ts';
import { NO_RUST, type RustKnowledge } from '../../rust/project/rust-knowledge.ts';
import type { FunctionSummary } from '../domain/function-summary.ts';
import type { ParameterContext } from '../domain/parameter-context.ts';
import type { Taint } from '../domain/taint.ts';
import type { FileNames } from './file-names.ts';
import { ownIncludedPaths } from './included-paths.ts';
import { ContestedNames } from './nearest-names.ts';
import { type Includes, ReachedHeaders } from './reached-headers.ts';
import type { ResultUses } from './result-uses.ts';
import { SeenDefinitions } from './seen-definitions.ts';

/** All calls that a file makes of one function. */
export interface SurveyedCall {
  readonly callee: string;
  /** What they pass, but for its taint: positions in the contexts of the survey. */
  readonly args: readonly number[];
}

/** Taint that a call passes, or that came to the caller from elsewhere. */
export interface PassedTaint {
  readonly caller: string;
  readonly callee: string;
  /** The position of the argument. */
  readonly parameter: number;
  readonly taint: Taint;
}

/** The names by which a file asks what the project knows. */
export interface DependencyNames {
  /** Functions it calls. */
  readonly calls: readonly string[];
  /** Fields it calls functions through. */
  readonly fields: readonly string[];
  /** Fields and globals it reads, but for numbers. */
  readonly fieldLocations: readonly string[];
  /** File-level names that it looks up in other files, defined there or not. */
  readonly names: readonly string[];
  /** Those of them that it looks up as functions, and as variables. */
  readonly functions: readonly string[];
  readonly variables: readonly string[];
  /** The paths in its `#include` directives; those that begin with `/` are places below the root. */
  readonly included: readonly string[];
}

/** Untrusted content that a function puts into a field or a global. */
export interface FieldContents {
  readonly caller: string;
  readonly taint: Taint;
}

/** What a first look at a file tells the analysis of the others. Plain data. */
export interface FileSurvey {
  readonly file: string;
  readonly names: SharedNames;
  /** Of the functions that other files can call. */
  readonly summaries: readonly FunctionSummary[];
  /** Those of them that are there only for files that include this one: `static` functions of a header. */
  readonly internal: readonly string[];
  readonly calls: readonly SurveyedCall[];
  readonly passed: readonly PassedTaint[];
  /** What fields and globals are given, by their names. */
  readonly contents: readonly (readonly [string, readonly FieldContents[]])[];
  /** Whether these are all of its calls. */
  readonly allCalls: boolean;
  /** What calls pass, each once: most pass the like of what others pass. */
  readonly contexts: readonly ParameterContext[];
  /** Functions that may be called through a pointer. */
  readonly addressTaken: readonly string[];
  /** The functions that it stores in fields, by the field's name, and what those that it defines do. */
  readonly fieldTargets: readonly (readonly [string, readonly string[]])[];
  readonly fieldFunctions: readonly FunctionSummary[];
  readonly resultUses: readonly ResultUses[];
  /** Of a header: the directives that choose what it includes; missing where it includes the same for all. */
  readonly includeChoices?: string;
  readonly dependencyNames: DependencyNames;
}

/** A function that other files can call. */
export interface ProjectFunction {
  readonly file: string;
  readonly summary: FunctionSummary;
  /** Whether it is there only for files that include its own. */
  readonly isInternal: boolean;
  /** What the calls that were seen pass. */
  readonly context: readonly ParameterContext[] | undefined;
  /** Whether every caller was seen. */
  readonly closed: boolean;
}

/** What all files together tell the analysis of each. Plain data. */
export interface ProjectKnowledge {
  readonly names: readonly FileNames[];
  /** By name; a tree that holds several programs may define one name more than once. */
  readonly functions: ReadonlyMap<string, readonly ProjectFunction[]>;
  /** Untrusted content that some function keeps in a field or a global. */
  readonly contents: ReadonlyMap<string, Taint>;
  /** The functions that any file stores in a field of a name, and what they do. */
  readonly fieldTargets: ReadonlyMap<string, readonly string[]>;
  readonly fieldFunctions: ReadonlyMap<string, readonly FunctionSummary[]>;
  /** Functions whose callers all but never test the pointer that they return. */
  readonly hardlyTested: ReadonlySet<string>;
  /** Functions of which a good part of the callers does not test it. */
  readonly seldomTested: ReadonlySet<string>;
  /** Of the files that others may include. */
  readonly includes: Includes;
  /** Of those of them that do not include the same for all, the directives that choose. */
  readonly includeChoices: ReadonlyMap<string, string>;
  /** What the Rust files tell each other. */
  readonly rust: RustKnowledge;
}

/** Knowledge of no other file. */
export const NO_PROJECT: ProjectKnowledge = {
  names: [],
  functions: new Map(),
  contents: new Map(),
  fieldTargets: new Map(),
  fieldFunctions: new Map(),
  hardlyTested: new Set(),
  seldomTested: new Set(),
  includes: new Map(),
  includeChoices: new Map(),
  rust: NO_RUST,
};

/** By the knowledge, what its files include. */
const reached = new WeakMap<ProjectKnowledge, ReachedHeaders>();

/** What the files of a project include. */
export function headersOf(project: ProjectKnowledge): ReachedHeaders {
  const headers = reached.get(project) ?? new ReachedHeaders(project.includes);
  reached.set(project, headers);
  return headers;
}

/** The headers that a file reaches which may include other ones for it than for others. */
export function choosingHeaders(
  project: ProjectKnowledge,
  file: string,
  included: readonly string[],
): string[] {
  if (project.includeChoices.size === 0) return [];
  const all = headersOf(project).reachedFrom(file, included);
  return [...all].filter((header) => project.includeChoices.has(header));
}

/** The definitions of a project's functions that a file may mean. */
export function definitionsSeenFrom(
  project: ProjectKnowledge,
  file: string,
  included: readonly string[],
): SeenDefinitions {
  return new SeenDefinitions(file, included, headersOf(project));
}

interface ProjectTables {
  readonly shared: Symbols;
  readonly contested: ContestedNames;
}

/** Symbol tables by the knowledge they were made from, so that each is made once. */
const tables = new WeakMap<ProjectKnowledge, ProjectTables>();

/** The names of the project that a file may use, given its path and its text. */
export function projectSymbols(project: ProjectKnowledge, file: string, text: string): Symbols {
  return symbolsSeenFrom(project, file, ownIncludedPaths(text));
}

/**
 * The names of the project that a file may use, given its path and the paths in its `#include` directives.
 * @param lookups takes each name that is looked up, defined or not
 */
export function symbolsSeenFrom(
  project: ProjectKnowledge,
  file: string,
  included: readonly string[],
  lookups?: Lookups,
): Symbols {
  const known = tables.get(project) ?? {
    shared: mergedSymbols(project.names.map(({ names }) => names)),
    contested: new ContestedNames(project.names, headersOf(project)),
  };
  tables.set(project, known);
  return known.contested.symbolsFor(file, included, known.shared, lookups);
}
