import { IncompleteError, messageOf } from '../../errors.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { isReproduced, type Reproduction } from '../candidates/reproduction.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import { notesBasis } from '../notes/noted-question.ts';
import { type DataSources, tryInputs } from '../reproduce/data/try-inputs.ts';
import type { Reproducer } from '../reproduce/reproducer.ts';
import {
  citedDefects,
  type ReproductionGroup,
  reproduceGroup,
  reproducePromptInputs,
  type StandingFinding,
} from './reproduce.ts';
import type { StageDeps } from './stage.ts';
import { inputHash, type ReproductionRecord } from './triage-records.ts';
import type { TriageState } from './triage-state.ts';

/** How findings are run; where they are not, why. */
export type ReproductionPlan =
  | {
      readonly kind: 'ready';
      readonly base: string;
      readonly reproducer: Reproducer;
      /** The files of the head, for what can be run without a model. */
      readonly unit: DataSources['unit'];
    }
  | { readonly kind: 'unavailable'; readonly why: string };

/** Findings of one function are one question. */
const MAX_FINDINGS = 6;

const ROLES = ['reproducer', 'reproducer-again'];

/** What stands after the verifier, and can be run: by function, the surest first. */
export function reproductionGroups(
  candidates: Iterable<Candidate>,
  results: ReadonlyMap<number, TriageResult>,
): ReproductionGroup[] {
  const standing = [...candidates].flatMap((candidate): StandingFinding[] => {
    const result = results.get(candidate.gid);
    const stands = result?.kind === 'verified' || result?.kind === 'unverified';
    return stands ? [{ candidate, derivation: result }] : [];
  });
  const runnable = standing.filter(({ candidate }) => candidate.language !== 'rust');
  const byFunction = Map.groupBy(
    runnable.toSorted((one, other) => one.candidate.gid - other.candidate.gid),
    ({ candidate }) => `${candidate.file}|reproduce|${candidate.function}`,
  );
  return [...byFunction]
    .map(([subject, findings]) => ({ subject, findings: findings.slice(0, MAX_FINDINGS) }))
    .toSorted((one, other) => scoreOf(other) - scoreOf(one) || byBytes(one.subject, other.subject));
}

function scoreOf({ findings }: ReproductionGroup): number {
  return Math.max(...findings.map(({ candidate }) => candidate.score));
}

/** Shows one group by execution, unless an earlier run has tried. */
export async function runReproduction(
  group: ReproductionGroup,
  plan: ReproductionPlan,
  deps: StageDeps & { readonly state: TriageState },
  begin: () => void,
): Promise<ReproductionRecord> {
  const gids = group.findings.map(({ candidate }) => candidate.gid);
  const base = plan.kind === 'ready' ? plan.base : '';
  const values = await reproducePromptInputs(group, deps);
  const more = [gids, base, unitTexts(group, deps), ...notesBasis(deps.notes)];
  const basis = inputHash(ROLES, values, more);
  const known = deps.state.reproductions.find(
    (record) => record.subject === group.subject && record.basis === basis,
  );
  if (known !== undefined) return known;
  if (plan.kind === 'unavailable') return withoutRecord(group, plan.why);
  begin();
  try {
    const found =
      (await shownWithoutModel(group, plan, deps)) ??
      (await reproduceGroup(group, plan.reproducer, deps));
    const record: ReproductionRecord = {
      ...{ subject: group.subject, basis },
      results: gids.flatMap((gid, at) => {
        const reproduction = found[at];
        return reproduction === undefined ? [] : [{ gid, reproduction }];
      }),
    };
    deps.state.addReproduction(record);
    return record;
  } catch (thrown) {
    if (!(thrown instanceof IncompleteError)) throw thrown;
    return withoutRecord(group, messageOf(thrown));
  }
}

/** A function on data alone is called with inputs of a machine first: what they show needs no question. */
async function shownWithoutModel(
  group: ReproductionGroup,
  { reproducer, unit }: ReproductionPlan & { readonly kind: 'ready' },
  { index }: StageDeps,
): Promise<readonly Reproduction[] | undefined> {
  const defects = citedDefects(group, index);
  const findings = defects.map((defect, at) => {
    return { id: group.findings[at]?.candidate.id ?? '', defect };
  });
  const tried = await tryInputs(findings, reproducer, {
    unit,
    definedIn: (name) => index.graph.definitions(name)[0]?.file,
  });
  if (tried.kind !== 'tried' || !tried.reproductions.some(isReproduced)) return undefined;
  return tried.reproductions;
}

/** What is not tried is not written down: the next run may be able to. */
function withoutRecord({ subject, findings }: ReproductionGroup, why: string): ReproductionRecord {
  const reproduction: Reproduction = { outcome: 'not_tried', why };
  const results = findings.map(({ candidate }) => ({ gid: candidate.gid, reproduction }));
  return { subject, basis: '', results };
}

/** What a driver is compiled with: its slice is not all of it. */
function unitTexts({ findings }: ReproductionGroup, { index }: Pick<StageDeps, 'index'>): string[] {
  const files = new Set(findings.map(({ candidate }) => candidate.file));
  return [...files].map((file) => index.lines(file).join('\n'));
}
