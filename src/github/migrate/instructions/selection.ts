import { didYouMean } from '../../../did-you-mean.ts';
import { type FunctionId, idOf } from '../../commands/function-id.ts';
import type { Survey, SurveyedFunction } from '../../isolated-worker/survey.ts';

/** What a name in an instruction means, before anything is tried. */
export type Selection =
  /** All that it needs is there: it can be tried. */
  | { readonly kind: 'ready'; readonly step: readonly SurveyedFunction[] }
  | { readonly kind: 'already migrated'; readonly step: readonly SurveyedFunction[] }
  /** Functions that come first, in the order of the migration. */
  | {
      readonly kind: 'needs callees';
      readonly step: readonly SurveyedFunction[];
      readonly callees: readonly SurveyedFunction[];
    }
  | { readonly kind: 'unknown'; readonly name: string; readonly nearest: readonly string[] }
  | {
      readonly kind: 'ambiguous';
      readonly name: string;
      readonly candidates: readonly FunctionId[];
    }
  | { readonly kind: 'nothing to migrate'; readonly problems: readonly string[] };

/** How many names an answer offers. */
const MAX_NEAREST = 3;

/**
 * What a name means in a project.
 * @param file the one that defines it, or the end of its path; any when missing
 */
export function select(survey: Survey, name: string, file: string | undefined): Selection {
  const all = survey.steps.flat();
  if (all.length === 0) return { kind: 'nothing to migrate', problems: survey.problems };
  const named = all.filter((one) => one.name === name);
  const found = named.filter((one) => file === undefined || isFile(one.file, file));
  const [first] = found;
  if (first === undefined) {
    if (named.length > 0) return { kind: 'ambiguous', name, candidates: named.map(idOf) };
    return { kind: 'unknown', name, nearest: nearestOf(name, all) };
  }
  if (found.length > 1) return { kind: 'ambiguous', name, candidates: found.map(idOf) };
  return selectionOf(survey, stepWith(survey, first));
}

/** What can be tried next, in the order of the migration; what `isLeftOut` is passed over. */
export function nextSteps(
  survey: Survey,
  count: number,
  isLeftOut: (step: readonly SurveyedFunction[]) => boolean,
): (readonly SurveyedFunction[])[] {
  return survey.steps
    .filter((step) => selectionOf(survey, step).kind === 'ready' && !isLeftOut(step))
    .slice(0, count);
}

function selectionOf(survey: Survey, step: readonly SurveyedFunction[]): Selection {
  if (step.every(({ migrated }) => migrated !== undefined)) {
    return { kind: 'already migrated', step };
  }
  const callees = missingCallees(survey, step);
  return callees.length === 0 ? { kind: 'ready', step } : { kind: 'needs callees', step, callees };
}

/** All that a step needs, and what that needs, as far as it is not there, in order. */
function missingCallees(survey: Survey, step: readonly SurveyedFunction[]): SurveyedFunction[] {
  const wanted = new Set<SurveyedFunction>();
  const pending = [...step];
  const all = new Map(survey.steps.flat().map((one) => [`${one.file}#${one.name}`, one]));
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    for (const { name, file } of one.needs) {
      const callee = all.get(`${file}#${name}`);
      if (callee === undefined || wanted.has(callee) || step.includes(callee)) continue;
      if (callee.migrated !== undefined) continue;
      for (const other of stepWith(survey, callee)) {
        wanted.add(other);
        pending.push(other);
      }
    }
  }
  return survey.steps.flat().filter((one) => wanted.has(one));
}

function stepWith({ steps }: Survey, one: SurveyedFunction): readonly SurveyedFunction[] {
  return steps.find((step) => step.includes(one)) ?? [one];
}

function isFile(file: string, wanted: string): boolean {
  return file === wanted || file.endsWith(`/${wanted}`);
}

function nearestOf(name: string, all: readonly SurveyedFunction[]): string[] {
  const left = new Set(all.map((one) => one.name));
  const found: string[] = [];
  while (found.length < MAX_NEAREST) {
    const near = didYouMean(name, [...left]);
    if (near === undefined) break;
    found.push(near);
    left.delete(near);
  }
  return found;
}
