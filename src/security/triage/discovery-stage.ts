import type { GraphFunction } from '../../code/graph/call-graph.ts';
import type { LineStretch } from '../../workspace/files/skip.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { DiscoveryRecord } from '../discover/discovery-record.ts';
import type { FunctionGroup } from '../discover/function-group.ts';
import { notesBasis } from '../notes/noted-question.ts';
import type { ClaimSettings } from './claimed-candidates.ts';
import { DISCOVERY_ROLES, discoverGroup, discoveryPromptInputs } from './discover.ts';
import type { StageDeps } from './stage.ts';
import { inputHash } from './triage-records.ts';
import type { TriageState } from './triage-state.ts';

/** Where models look for defects, and what becomes of what they claim. */
export interface DiscoveryPlan extends ClaimSettings {
  /** The most urgent first. */
  readonly groups: readonly FunctionGroup[];
  /** Groups that one run asks about at most. */
  readonly limit: number;
}

/** A function that a model was asked about. */
interface LookedAt extends LineStretch {
  readonly file: string;
}

/** What came of looking for defects. */
export interface DiscoverySummary {
  /** Functions that were looked at, in this run or an earlier one. */
  readonly functions: number;
  /** The same, with their places. */
  readonly read: readonly LookedAt[];
  /** Candidates that only models claim. */
  readonly claims: number;
  /** Groups that were to be looked at and were not, and why. */
  readonly failed: { readonly groups: number; readonly reasons: readonly string[] };
  /** Groups that the limit leaves to later runs. */
  readonly left: number;
}

/** A group that this run looks at, with what an earlier run has found out, where that fits. */
export interface DiscoveryTask {
  readonly group: FunctionGroup;
  readonly basis: string;
  readonly known: DiscoveryRecord | undefined;
}

export interface DiscoveryTasks {
  /** In the order of the plan. */
  readonly tasks: readonly DiscoveryTask[];
  /** Groups beyond the limit. */
  readonly left: readonly FunctionGroup[];
}

/**
 * The part of a limit that goes to functions which only use what was changed: a macro of one line may have hundreds of
 * users, and what is wrong with it goes wrong at the first of them as well.
 */
const SHARE_OF_USERS = 1 / 3;

/**
 * Settles which groups a run looks at: all that are known, and so many others, first those that no run
 * has looked at. So runs with a limit go on where the last one stopped.
 */
export async function discoveryTasks(
  { groups, limit }: Pick<DiscoveryPlan, 'groups' | 'limit'>,
  candidates: readonly Candidate[],
  { index, notes, state }: Pick<StageDeps, 'index' | 'notes'> & { readonly state: TriageState },
): Promise<DiscoveryTasks> {
  const records = Map.groupBy(state.discoveries, ({ group }) => group);
  const known = new Map<FunctionGroup, DiscoveryTask>();
  const stale: FunctionGroup[] = [];
  for (const group of groups) {
    const own = records.get(group.id);
    if (own === undefined) continue;
    const basis = await discoveryInputHash(group, candidates, { index, notes });
    const record = own.find((one) => one.basis === basis);
    if (record === undefined) stale.push(group);
    else known.set(group, { group, basis, known: record });
  }
  const unseen = groups.filter(({ id }) => !records.has(id));
  const wanted = [...unseen, ...stale];
  const users = wanted.filter(({ isOfUsers }) => isOfUsers === true);
  const beyond = new Set(users.slice(Math.ceil(limit * SHARE_OF_USERS)));
  const asked = new Set(wanted.filter((group) => !beyond.has(group)).slice(0, limit));
  const tasks: DiscoveryTask[] = [];
  for (const group of groups) {
    const own = known.get(group);
    if (own !== undefined) tasks.push(own);
    else if (asked.has(group)) {
      const basis = await discoveryInputHash(group, candidates, { index, notes });
      tasks.push({ group, basis, known: undefined });
    }
  }
  return { tasks, left: groups.filter((group) => !known.has(group) && !asked.has(group)) };
}

/** Looks at one group, unless an earlier run has. */
export async function runDiscoveryTask(
  { group, basis, known }: DiscoveryTask,
  candidates: readonly Candidate[],
  deps: StageDeps & { readonly state: TriageState },
  begin: () => void,
): Promise<DiscoveryRecord> {
  if (known !== undefined) return known;
  begin();
  const record = { ...(await discoverGroup(group, candidates, deps)), basis };
  deps.state.addDiscovery(record);
  return record;
}

async function discoveryInputHash(
  group: FunctionGroup,
  candidates: readonly Candidate[],
  deps: Pick<StageDeps, 'index' | 'notes'>,
): Promise<string> {
  const values = await discoveryPromptInputs(group, candidates, deps);
  return inputHash(DISCOVERY_ROLES, values, notesBasis(deps.notes));
}

export function lookedAt({ file, line, endLine }: GraphFunction): LookedAt {
  return { file, first: line, last: endLine };
}
