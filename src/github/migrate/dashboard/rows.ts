import { createHash } from 'node:crypto';
import { type Evidence, isStale } from '../../../equivalence/evidence/evidence.ts';
import type { FunctionId } from '../../commands/function-id.ts';
import { branchOf, isAlone } from '../../commands/migration-branch.ts';
import type { Survey, SurveyedFunction } from '../../isolated-worker/survey.ts';
import { type ComparisonLevel, comparisonLevelOf } from '../description/headline.ts';
import type { FunctionNotes } from './function-notes.ts';

/** What the dashboard has to know of a pull request of the migration. */
export interface ListedPull {
  readonly number: number;
  readonly branch: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly isDraft: boolean;
  /** What the gate says of its head; undefined while it says nothing, or looks. Of open ones only. */
  readonly gate?: 'success' | 'failure' | undefined;
  /** Why it goes no further by itself, see `PullState`. */
  readonly blocked?: string | undefined;
}

/** How far a function is. */
export type RowStatus =
  | {
      readonly kind: 'in Rust';
      readonly rust: string;
      readonly evidence: Evidence;
      readonly comparison: ComparisonLevel;
      readonly pull?: number;
    }
  /**
   * A pull request is open: a draft until its gate is green. `failing` is one whose gate is red, draft or
   * not, `judged` one that is no draft any more and whose newest commit the gate has yet to judge.
   */
  | { readonly kind: 'draft' | 'judged' | 'failing' | 'ready'; readonly pull: number }
  | { readonly kind: 'blocked'; readonly reason: string; readonly pull?: number }
  /** It was ticked, and begun. */
  | { readonly kind: 'in work' }
  | { readonly kind: 'closed'; readonly pull: number }
  | { readonly kind: 'open' }
  /** Functions that it calls come first. */
  | { readonly kind: 'waiting'; readonly for: readonly FunctionId[] };

/** A function on the dashboard. */
export interface Row {
  /** See `rowKey`. */
  readonly key: string;
  readonly id: FunctionId;
  readonly line: number;
  readonly endLine: number;
  readonly status: RowStatus;
  /** Whether its box is ticked. */
  readonly isTicked: boolean;
}

/** What stands for a function in a dashboard. */
export function rowKey({ name, file }: FunctionId): string {
  return createHash('sha256').update(`${file}#${name}`).digest('hex').slice(0, 16);
}

/**
 * All functions with how far they are, in the order of the migration: what the default branch has, then
 * pull requests, then what the dashboard itself noted.
 */
export function rowsOf(survey: Survey, pulls: readonly ListedPull[], notes: FunctionNotes): Row[] {
  const all = survey.steps.flat();
  return survey.steps.flatMap((step) => {
    const [first] = step;
    if (first === undefined) return [];
    const branch = branchOf(first, isAlone(survey, first));
    const own = pulls.filter((pull) => pull.branch === branch);
    const pull = own.find(({ state }) => state === 'open') ?? own.toSorted(byNumber).at(-1);
    const missing = missingOf(step, all);
    return step.map((one): Row => {
      const key = rowKey(one);
      const note = notes.get(key);
      const status = statusOf(one, pull, missing, note);
      const isOver = 'pull' in status && status.kind !== 'closed' && status.kind !== 'blocked';
      return {
        ...{ key, id: { name: one.name, file: one.file }, status },
        ...{ line: one.start_line, endLine: one.end_line },
        isTicked: note?.isTicked === true && status.kind !== 'in Rust' && !isOver,
      };
    });
  });
}

function statusOf(
  { migrated }: SurveyedFunction,
  pull: ListedPull | undefined,
  missing: readonly FunctionId[],
  note: { readonly isBegun: boolean; readonly blocked?: string | undefined } | undefined,
): RowStatus {
  if (migrated !== undefined) {
    const { rust, evidence } = migrated;
    const proof = comparisonLevelOf({
      evidence,
      ...(rust === '' && !isStale(evidence) ? { skipped: '' } : {}),
    });
    const from = pull?.state === 'merged' ? { pull: pull.number } : {};
    return { kind: 'in Rust', rust, evidence, comparison: proof, ...from };
  }
  if (pull?.state === 'open') {
    if (pull.blocked !== undefined) {
      return { kind: 'blocked', reason: pull.blocked, pull: pull.number };
    }
    return { kind: openKind(pull), pull: pull.number };
  }
  if (note?.isBegun === true) return { kind: 'in work' };
  if (note?.blocked !== undefined) return { kind: 'blocked', reason: note.blocked };
  if (pull?.state === 'closed') return { kind: 'closed', pull: pull.number };
  return missing.length === 0 ? { kind: 'open' } : { kind: 'waiting', for: missing };
}

function openKind({ isDraft, gate }: ListedPull): 'draft' | 'judged' | 'failing' | 'ready' {
  if (gate === 'failure') return 'failing';
  if (isDraft) return 'draft';
  return gate === 'success' ? 'ready' : 'judged';
}

/** What a step calls that is not in Rust yet. */
function missingOf(
  step: readonly SurveyedFunction[],
  all: readonly SurveyedFunction[],
): FunctionId[] {
  const needs = step.flatMap((one) => one.needs);
  return all
    .filter((one) => one.migrated === undefined && !step.includes(one))
    .filter((one) => needs.some((need) => need.name === one.name && need.file === one.file))
    .map(({ name, file }) => ({ name, file }));
}

function byNumber(left: ListedPull, right: ListedPull): number {
  return left.number - right.number;
}
