import { mergedSymbols, NO_NAMES, type SharedNames, type Symbols } from '../c/symbols.ts';
import type { TraceStep } from '../location.ts';
import { type FunctionSummary, joinContexts, type ParameterContext } from './summary.ts';
import type { NullOrigin, Taint } from './value.ts';

/** A call from one function of the project to another. */
export interface SurveyedCall {
  readonly caller: string;
  readonly callee: string;
  readonly args: readonly ParameterContext[];
}

/** What a first look at a file tells the analysis of the others. Plain data. */
export interface FileSurvey {
  readonly file: string;
  readonly names: SharedNames;
  /** Of the functions that other files can call. */
  readonly summaries: readonly FunctionSummary[];
  readonly calls: readonly SurveyedCall[];
  /** Functions that may be called through a pointer. */
  readonly addressTaken: readonly string[];
  /** The functions that it stores in fields, by the field's name, and what those that it defines do. */
  readonly fieldTargets: readonly (readonly [string, readonly string[]])[];
  readonly fieldFunctions: readonly FunctionSummary[];
}

/** A function that other files can call. */
export interface ProjectFunction {
  readonly file: string;
  readonly summary: FunctionSummary;
  /** What the calls that were seen pass. */
  readonly context: readonly ParameterContext[] | undefined;
  /** Whether every caller was seen. */
  readonly closed: boolean;
}

/** What all files together tell the analysis of each. Plain data. */
export interface ProjectKnowledge {
  readonly names: readonly SharedNames[];
  /** By name; a tree that holds several programs may define one name more than once. */
  readonly functions: ReadonlyMap<string, readonly ProjectFunction[]>;
  /** The functions that any file stores in a field of a name, and what they do. */
  readonly fieldTargets: ReadonlyMap<string, readonly string[]>;
  readonly fieldFunctions: ReadonlyMap<string, readonly FunctionSummary[]>;
}

export const NO_PROJECT: ProjectKnowledge = {
  names: [NO_NAMES],
  functions: new Map(),
  fieldTargets: new Map(),
  fieldFunctions: new Map(),
};

/** The definition that a file most likely means: the only one, or the one that shares most of its path. */
export function nearest<T extends { readonly file: string }>(
  candidates: readonly T[] | undefined,
  file: string,
): T | undefined {
  if (candidates === undefined || candidates.length < 2) return candidates?.[0];
  const depths = candidates.map((candidate) => sharedFolders(candidate.file, file));
  const most = Math.max(...depths);
  const best = candidates.filter((_, index) => depths[index] === most);
  return best.length === 1 ? best[0] : undefined;
}

function sharedFolders(a: string, b: string): number {
  const left = a.split('/').slice(0, -1);
  const right = b.split('/').slice(0, -1);
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared;
}

/** Symbol tables by the knowledge they were made from, so that each is made once. */
const tables = new WeakMap<ProjectKnowledge, Symbols>();

/** The names that all files may use. */
export function projectSymbols(project: ProjectKnowledge): Symbols {
  const known = tables.get(project) ?? mergedSymbols(project.names);
  tables.set(project, known);
  return known;
}

const ROUNDS = 5;

/** Puts the surveys of all files together. */
export function knowledgeOf(surveys: readonly FileSurvey[]): ProjectKnowledge {
  const definitions = new Map<string, { file: string; summary: FunctionSummary }[]>();
  for (const { file, summaries } of surveys) {
    for (const summary of summaries) {
      const list = definitions.get(summary.name) ?? [];
      list.push({ file, summary });
      definitions.set(summary.name, list);
    }
  }
  const calls = surveys.flatMap(({ file, calls }) =>
    calls.flatMap((call) => {
      const callee = nearest(definitions.get(call.callee), file);
      const from = `${file}#${call.caller}`;
      return callee === undefined
        ? []
        : [{ from, to: `${callee.file}#${call.callee}`, args: call.args }];
    }),
  );
  const contexts = contextsOf(calls);
  const taken = new Set(surveys.flatMap((survey) => survey.addressTaken));
  const isProgram = definitions.has('main');
  const functions = new Map<string, ProjectFunction[]>();
  for (const [name, list] of definitions) {
    functions.set(
      name,
      list.map(({ file, summary }) => ({
        file,
        summary,
        context: contexts.get(`${file}#${name}`),
        closed: isProgram && !taken.has(name),
      })),
    );
  }
  return {
    names: surveys.map((survey) => survey.names),
    functions,
    fieldTargets: grouped(
      surveys.flatMap((survey) =>
        survey.fieldTargets.flatMap(([field, names]) =>
          names.map((name) => [field, name] as const),
        ),
      ),
    ),
    fieldFunctions: grouped(
      surveys.flatMap((survey) =>
        survey.fieldFunctions.map((summary) => [summary.name, summary] as const),
      ),
    ),
  };
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

interface ResolvedCall {
  /** `file#function`. */
  readonly from: string;
  readonly to: string;
  readonly args: readonly ParameterContext[];
}

/** Joins what the calls pass; what a caller only hands on takes the taint of its own parameter. */
function contextsOf(calls: readonly ResolvedCall[]): Map<string, readonly ParameterContext[]> {
  let contexts = new Map<string, readonly ParameterContext[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Map<string, readonly ParameterContext[]>();
    for (const { from, to, args } of calls) {
      const traced = args.map((arg) => handedOn(arg, contexts.get(from)));
      const known = next.get(to);
      next.set(
        to,
        known === undefined
          ? traced
          : known.map((context, index) => {
              const other = traced[index];
              return other === undefined ? context : joinContexts(context, other);
            }),
      );
    }
    contexts = next;
  }
  return contexts;
}

function handedOn(
  arg: ParameterContext,
  caller: readonly ParameterContext[] | undefined,
): ParameterContext {
  if (arg.taint?.kind !== 'parameter') return arg;
  const source = caller?.[arg.taint.parameter]?.taint;
  if (source === undefined || source.kind === 'parameter') return arg;
  return { ...arg, taint: { ...source, steps: [...source.steps, ...arg.taint.steps].slice(-12) } };
}

/** A summary or context whose steps no longer hang on a syntax tree, so that it can leave the thread. */
export function plainSummary(summary: FunctionSummary): FunctionSummary {
  const { returns } = summary;
  return {
    ...summary,
    returns: returns && {
      ...returns,
      taint: plainTaint(returns.taint),
      nullOrigin: plainOrigin(returns.nullOrigin),
    },
    parameters: summary.parameters.map((effect) => ({
      ...effect,
      freedAt: plainStep(effect.freedAt),
      needsNonNull: plainStep(effect.needsNonNull),
      taint: plainTaint(effect.taint),
      cells: effect.cells.map((cell) => ({
        ...cell,
        taint: plainTaint(cell.taint),
        value: cell.value && {
          ...cell.value,
          taint: plainTaint(cell.value.taint),
          nullOrigin: plainOrigin(cell.value.nullOrigin),
        },
      })),
    })),
    globals: summary.globals.map((effect) => ({
      ...effect,
      taint: plainTaint(effect.taint),
      nullOrigin: plainOrigin(effect.nullOrigin),
    })),
  };
}

export function plainContext(context: ParameterContext): ParameterContext {
  return {
    ...context,
    taint: plainTaint(context.taint),
    nullOrigin: plainOrigin(context.nullOrigin),
  };
}

function plainTaint(taint: Taint | undefined): Taint | undefined {
  return taint && { ...taint, steps: taint.steps.map(bare) };
}

function plainOrigin(origin: NullOrigin | undefined): NullOrigin | undefined {
  return origin && { ...origin, step: plainStep(origin.step) };
}

function plainStep(step: TraceStep | undefined): TraceStep | undefined {
  return step && bare(step);
}

function bare({ file, location, function: name, message }: TraceStep): TraceStep {
  return { file, location, function: name, message };
}
