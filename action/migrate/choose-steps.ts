import { UsageError } from '../../src/errors.ts';
import { type FunctionId, idOf } from '../../src/github/commands/function-id.ts';
import { branchOf, isAlone, SETUP_BRANCH } from '../../src/github/commands/migration-branch.ts';
import type { Survey, SurveyedFunction } from '../../src/github/isolated-worker/survey.ts';
import { nextSteps, select } from '../../src/github/migrate/instructions/selection.ts';
import type { MigrationInputs, NamedFunction } from '../inputs/migration-inputs.ts';
import { nameOf, type StepResult } from './migration-result.ts';
import type { Proposals } from './proposals.ts';

type Step = readonly SurveyedFunction[];

/** Functions to migrate, or the crate to be laid out. */
export interface Attempt {
  /** Empty for the layout, for which any functions stand. */
  readonly functions: readonly FunctionId[];
  readonly branch: string;
  readonly step: Step;
}

/** What a run is to try, and what became of the rest without trying. */
export interface Choice {
  readonly attempts: readonly Attempt[];
  readonly settled: readonly StepResult[];
  readonly notices: readonly string[];
}

/**
 * What a run tries: the functions that the workflow names, or the next ones of the order; before all of
 * them, the layout of the crate.
 * @param proposals those on GitHub; undefined where nothing is to be proposed
 * @throws UsageError for a name that no function has, or several have
 */
export async function chooseSteps(
  survey: Survey,
  inputs: Pick<MigrationInputs, 'functions' | 'skipped' | 'maxFunctions'>,
  proposals: Proposals | undefined,
  maxOpen: number,
): Promise<Choice> {
  const chosen = inputs.functions.map((named) => chosenStep(survey, named));
  const notices: string[] = [];
  const attempts: Attempt[] = [];
  const settled: StepResult[] = [];
  /** A function that the workflow names is tried again, even where its pull request was closed. */
  const begin = async (attempt: Attempt, isNamed: boolean) => {
    const { functions } = attempt;
    const before = await proposals?.from(attempt.branch);
    if (before?.state === 'open') settled.push({ functions, kind: 'open', url: before.url });
    else if (before?.state === 'pushed') {
      settled.push({ functions, kind: 'pushed', url: before.url, evidence: [] });
    } else if (before?.state === 'closed' && !isNamed) {
      notices.push(
        `${nameOf(attempt)} was proposed and closed: name it in functions to have it again`,
      );
    } else attempts.push(attempt);
  };
  const [held] = survey.paused ?? [];
  if (held !== undefined) {
    for (const { step } of chosen) {
      settled.push({ functions: step.map(idOf), kind: 'not tried', reason: `paused: ${held}` });
    }
    return { attempts, settled, notices: [`the migration is paused: ${held}`] };
  }
  const [first] = survey.steps;
  if (!survey.isLaidOut && first !== undefined) {
    await begin({ functions: [], branch: SETUP_BRANCH, step: first }, chosen.length > 0);
    const reason = 'the layout of the crate has to be on the default branch before';
    for (const { step } of chosen) {
      settled.push({ functions: step.map(idOf), kind: 'not tried', reason });
    }
    return { attempts, settled, notices };
  }
  for (const found of chosen) {
    if (found.kind !== 'ready') settled.push(settledAs(found));
    else if (!attempts.some(({ step }) => step === found.step)) {
      await begin(attemptOf(survey, found.step), true);
    }
  }
  if (chosen.length > 0) return { attempts, settled, notices };
  const isSkipped = (step: Step) =>
    inputs.skipped.some(({ name, file }) =>
      step.some((one) => one.name === name && (file === undefined || one.file === file)),
    );
  const room = maxOpen - ((await proposals?.open())?.length ?? 0);
  if (room <= 0) notices.push(`as many pull requests are open as migration.max_open allows`);
  for (const step of nextSteps(survey, Number.MAX_SAFE_INTEGER, isSkipped)) {
    if (attempts.length >= Math.min(inputs.maxFunctions, room)) break;
    await begin(attemptOf(survey, step), false);
  }
  return { attempts, settled, notices };
}

function attemptOf(survey: Survey, step: Step): Attempt {
  const functions = step.map(idOf);
  const [first] = functions;
  if (first === undefined) throw new Error('a step without functions');
  return { functions, branch: branchOf(first, isAlone(survey, first)), step };
}

type Found = Extract<ReturnType<typeof select>, { step: Step }>;

function chosenStep(survey: Survey, { name, file }: NamedFunction): Found {
  const found = select(survey, name, file);
  switch (found.kind) {
    case 'unknown': {
      const near =
        found.nearest.length === 0 ? '' : `; did you mean ${found.nearest.join(' or ')}?`;
      throw new UsageError(
        `the input functions names ${name}, which is no function of the project${near}`,
      );
    }
    case 'ambiguous': {
      const all = found.candidates.map((one) => `${one.file}:${one.name}`).join(' or ');
      throw new UsageError(
        `the input functions names ${name}, of which there are more: say ${all}`,
      );
    }
    case 'nothing to migrate':
      throw new UsageError('the project has no C function to migrate');
    default:
      return found;
  }
}

function settledAs(found: Exclude<Found, { kind: 'ready' }>): StepResult {
  const functions = found.step.map(idOf);
  if (found.kind === 'already migrated') return { functions, kind: 'done before' };
  const names = found.callees.map(({ name }) => name).join(', ');
  const reason = `it needs ${names} first, and the default branch has not got that`;
  return { functions, kind: 'not tried', reason };
}
