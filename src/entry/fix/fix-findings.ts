import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModelError, messageOf, UsageError } from '../../errors.ts';
import { draftFix, type FixDeps } from '../../security/fix/draft-fix.ts';
import { type Fixed, isLargeDeletion } from '../../security/fix/fix-plan.ts';
import { unifiedDiff } from '../../security/fix/line-counts.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { KeptFixes } from './keep-fix.ts';

/** What became of a finding that was to be fixed. */
export type FixOutcome = { readonly finding: ReportedCandidate } & (
  | { readonly kind: 'none'; readonly reason: string }
  | {
      /** Written; only shown, as asked for; or not written: because a person has to look first, or work would be lost. */
      readonly kind: 'kept' | 'shown' | 'asks' | 'refused';
      readonly fix: Fixed;
      /** As `git apply` takes it. */
      readonly diff: string;
      /** Why it was not written. */
      readonly why?: string;
    }
);

export interface FixRequest {
  /** The real path of the tree. */
  readonly root: string;
  readonly findings: readonly ReportedCandidate[];
  /** Writes nothing. */
  readonly dryRun: boolean;
  /** Why a fix that holds is not to be written before a person has looked at it; undefined where it is. */
  readonly question: (fix: Fixed) => string | undefined;
}

export interface FixHooks {
  /** Hears what is begun. */
  readonly onBegin: (finding: ReportedCandidate) => void;
  /** Hears of each finding when it is done. */
  readonly onOutcome: (outcome: FixOutcome) => void;
  /** Has a fix that was written go further; what it throws ends the run. */
  readonly onKept?: (finding: ReportedCandidate, fix: Fixed) => Promise<void>;
}

/**
 * Fixes findings one after the other, each on top of the last that was kept.
 * @throws UsageError before anything is asked, where the file of a finding holds work that git does not have
 * @throws ModelError when no model can be asked any more; what was kept by then stays
 */
export async function fixFindings(
  request: FixRequest,
  deps: FixDeps,
  hooks: FixHooks,
): Promise<FixOutcome[]> {
  const kept = new KeptFixes(request.root);
  if (!request.dryRun) await checkCommitted(request.findings, kept);
  const outcomes: FixOutcome[] = [];
  for (const finding of request.findings) {
    hooks.onBegin(finding);
    const outcome = await fixOne(finding, request, deps, kept);
    if (outcome.kind === 'kept') await hooks.onKept?.(finding, outcome.fix);
    outcomes.push(outcome);
    hooks.onOutcome(outcome);
  }
  return outcomes;
}

async function checkCommitted(
  findings: readonly ReportedCandidate[],
  kept: KeptFixes,
): Promise<void> {
  const [unclean] = await kept.unclean([...new Set(findings.map(({ file }) => file))]);
  if (unclean === undefined) return;
  const what = `${unclean} has changes that are not committed, or git does not know it`;
  throw new UsageError(`${what}; commit it first, or see with --dry-run what would be changed`);
}

async function fixOne(
  finding: ReportedCandidate,
  { root, dryRun, question }: FixRequest,
  deps: FixDeps,
  kept: KeptFixes,
): Promise<FixOutcome> {
  const before = kept.snapshot(finding);
  const plan = await draftOrWhyNot(root, finding, deps);
  if (plan.kind === 'none') return { finding, kind: 'none', reason: plan.reason };
  const diff = unifiedDiff(
    plan.files.map(({ path, content }) => {
      const old = before.get(path)?.toString('utf8') ?? readFileSync(join(root, path), 'utf8');
      return { path, old, content };
    }),
  );
  const shown = { finding, fix: plan, diff };
  if (dryRun) return { ...shown, kind: 'shown' };
  const asked = question(plan);
  if (asked !== undefined) return { ...shown, kind: 'asks', why: asked };
  const why = await kept.keep(plan, before);
  return why === undefined ? { ...shown, kind: 'kept' } : { ...shown, kind: 'refused', why };
}

/** A model that makes no sense of one finding may do so of the next. */
async function draftOrWhyNot(root: string, finding: ReportedCandidate, deps: FixDeps) {
  try {
    return await draftFix(root, finding, deps);
  } catch (thrown) {
    const isOfOne = thrown instanceof ModelError && ['answer', 'window'].includes(thrown.failure);
    if (!isOfOne) throw thrown;
    return { kind: 'none' as const, reason: messageOf(thrown) };
  }
}

/** What a person has to look at: a large deletion, and what could not be built. */
export function riskQuestion({ impact, built }: Fixed): string | undefined {
  if (isLargeDeletion(impact.deleted_lines)) return `it deletes ${impact.deleted_lines} lines`;
  return built.state === 'passed' ? undefined : `it was not built: ${built.detail}`;
}
