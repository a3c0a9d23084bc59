import { IncompleteError } from '../../errors.ts';
import {
  HARDENING_PATH,
  type Hardening,
  loadHardening,
  writeHardening,
} from '../../migration/state/hardening.ts';
import { withProjectLock } from '../../migration/state/project-lock.ts';
import { type OpenModelFlags, openModel, type ReadyModel } from '../../model/open-model.ts';
import type { Candidate } from '../../security/candidates/candidate.ts';
import type { Fixed } from '../../security/fix/fix-plan.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { type RunObserver, redactedObserver } from '../../telemetry/run-observer.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { type BranchWorktree, withBranchWorktree } from '../../workspace/git/branch-worktree.ts';
import { commitPaths } from '../../workspace/git/commit-paths.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { type Costs, NO_COSTS, summariseCosts } from '../costs/costs.ts';
import { bookCosts } from '../costs/month-costs.ts';
import { type FixOutcome, fixFindings, riskQuestion } from '../fix/fix-findings.ts';
import { openFindingAgent } from '../fix/open-finding-agent.ts';
import { recallFindings } from '../review/recall-findings.ts';
import { REPORT_DEFAULTS } from '../review/review-options.ts';
import { isOfC, openCandidates, securityScore, worstFilesFirst } from './security-score.ts';

/** The branch that fixes are committed to. */
export const HARDENING_BRANCH = 'rustward/harden';

/** Lines that a fix may change: what is larger is no small fix. */
const MAX_LINES = 60;

export interface HardenOptions {
  readonly path: string;
  /** Findings that are tried at most. */
  readonly maxFixes: number;
  /** For one finding. */
  readonly maxMinutes: number;
  /** Tries also what came to nothing before. */
  readonly retry: boolean;
  /** Says what would be tried, and asks no model. */
  readonly dryRun: boolean;
  readonly models: OpenModelFlags;
}

export interface HardenDeps {
  readonly env: ProcessEnvironment;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
  readonly onWarning: (line: string) => void;
  readonly onOutcome: (outcome: FixOutcome) => void;
  readonly observer?: RunObserver;
}

/** What hardening came to. */
export interface HardenedProject {
  readonly hardening: Hardening;
  readonly outcomes: readonly FixOutcome[];
  /** What is worth fixing and was not tried, in the order in which it would be. */
  readonly waiting: readonly Candidate[];
  readonly costs: Costs;
}

/**
 * Fixes the C of a project before it is migrated, on a branch of its own: files with the highest score first, each fix
 * small, scanned again, built and tested, with a commit of its own. A run goes on where the last one ended. The work
 * tree is left alone.
 * @throws UsageError outside of git; IncompleteError without a model; ModelError when none can be asked any more
 */
export async function hardenProject(
  options: HardenOptions,
  deps: HardenDeps,
): Promise<HardenedProject> {
  const { root } = scanRootOf(options.path);
  const opened = options.dryRun ? undefined : openModel(options.models, deps.env, deps.onWarning);
  if (opened?.kind === 'none') {
    throw new IncompleteError(
      `hardening takes a language model, and there is none: ${opened.reason}`,
    );
  }
  if (options.dryRun) return await onBranch(undefined);
  try {
    return await onBranch(opened);
  } finally {
    opened?.evictCache();
  }

  function onBranch(model: ReadyModel | undefined): Promise<HardenedProject> {
    return withProjectLock(root, () =>
      withBranchWorktree(root, { branch: HARDENING_BRANCH, isKept: !options.dryRun }, (worktree) =>
        new Hardener(root, worktree, options, deps).harden(model),
      ),
    );
  }
}

class Hardener {
  private readonly root: string;
  private readonly worktree: BranchWorktree;
  private readonly options: HardenOptions;
  private readonly deps: HardenDeps;

  constructor(root: string, worktree: BranchWorktree, options: HardenOptions, deps: HardenDeps) {
    this.root = root;
    this.worktree = worktree;
    this.options = options;
    this.deps = deps;
  }

  async harden(opened: ReadyModel | undefined): Promise<HardenedProject> {
    const { folder, isBehind, base } = this.worktree;
    if (isBehind) {
      this.deps.onWarning(
        `${HARDENING_BRANCH} was begun at ${base?.slice(0, 10) ?? 'another commit'}, and HEAD has other commits: merge the one into the other, or delete the branch to begin anew`,
      );
    }
    const { candidates } = await this.scan();
    const score = securityScore(candidates);
    const begun = loadHardening(folder);
    const hardening: Hardening = {
      ...{ version: 1, base: begun?.base ?? base ?? '', before: begun?.before ?? score },
      ...{ after: score, fixed: begun?.fixed ?? [] },
      left: this.options.retry ? [] : presentStill(begun?.left ?? [], candidates),
    };
    const wanted = worstFilesFirst(candidates).filter(
      (one) => one.severity !== 'low' && !hardening.left.some(isOf(one)),
    );
    const tried = wanted.slice(0, this.options.maxFixes);
    const rest = { waiting: wanted.slice(tried.length) };
    if (opened === undefined) return { hardening, outcomes: [], waiting: wanted, costs: NO_COSTS };
    const outcomes = await this.fix(tried, hardening, opened);
    const done = await this.closingRecord(hardening, outcomes);
    return { hardening: done, outcomes, ...rest, costs: summariseCosts(opened.ledger, new Map()) };
  }

  private async scan() {
    const { root, deps } = this;
    const options = { ...REPORT_DEFAULTS, stateDir: root };
    const { candidates, ...tree } = await recallFindings(this.worktree.folder, options, {
      ...{ pick: (all) => all.filter(({ severity }) => severity !== 'low') },
      ...{ onProgress: () => undefined, onWarning: deps.onWarning },
    });
    return { root: tree.root, candidates: openCandidates(candidates).filter(isOfC) };
  }

  /** Fixes findings, with a commit for each; what was written down by then stays when a model fails. */
  private async fix(
    findings: readonly ReportedCandidate[],
    hardening: Hardening,
    opened: ReadyModel,
  ): Promise<FixOutcome[]> {
    const { worktree, options, deps } = this;
    const { env, signal, onWarning } = deps;
    const observer = deps.observer && redactedObserver(deps.observer, opened.redact);
    if (observer !== undefined) opened.ledger.listen(observer.call);
    const agent = {
      ...{ options: REPORT_DEFAULTS, maxMinutes: options.maxMinutes, env, signal },
      listeners: observer === undefined ? [] : [observer.agent],
    };
    const fixing = await openFindingAgent(worktree.folder, opened, agent);
    const request = { root: worktree.folder, findings, dryRun: false, question: smallFixQuestion };
    return await bookCosts(this.root, opened, { env, onWarning }, () =>
      fixFindings(request, fixing, {
        onBegin: ({ id, pattern, file, line }) =>
          deps.onProgress(`fixing ${id} ${pattern} at ${file}:${line}`),
        onOutcome: (outcome) => {
          if (outcome.kind !== 'kept') hardening.left.push(leftOf(outcome));
          deps.onOutcome(outcome);
        },
        onKept: async (finding, fix) => {
          const { level: risk } = fix.impact.risk;
          hardening.fixed.push({ ...recordOf(finding), risk });
          writeHardening(worktree.folder, hardening);
          const paths = [...fix.files.map(({ path }) => path), HARDENING_PATH];
          await commitPaths(worktree.folder, paths, messageOfFix(finding, fix));
        },
      }),
    );
  }

  /** Scans what has come of the branch, and commits what is known of it. */
  private async closingRecord(
    hardening: Hardening,
    outcomes: readonly FixOutcome[],
  ): Promise<Hardening> {
    if (outcomes.length === 0) return hardening;
    const { folder } = this.worktree;
    const { candidates } = await this.scan();
    const left = presentStill(hardening.left, candidates);
    const done = { ...hardening, after: securityScore(candidates), left };
    writeHardening(folder, done);
    await commitPaths(folder, [HARDENING_PATH], 'Write down what hardening has come to');
    return done;
  }
}

/** Besides what a person has to look at anyway, a fix that is not small. */
function smallFixQuestion(fix: Fixed): string | undefined {
  const { added_lines: added, deleted_lines: deleted } = fix.impact;
  const lines = added + deleted;
  return riskQuestion(fix) ?? (lines > MAX_LINES ? `it changes ${lines} lines` : undefined);
}

function recordOf({ pattern, file, function: name, line, fingerprint }: Candidate) {
  return { pattern, file, function: name, line, fingerprint };
}

function leftOf(outcome: Exclude<FixOutcome, { kind: 'kept' }>): Hardening['left'][number] {
  const because = outcome.kind === 'none' ? outcome.reason : (outcome.why ?? outcome.kind);
  return { ...recordOf(outcome.finding), because };
}

/** What another fix has taken away with its own is not left any more. */
function presentStill(
  left: Hardening['left'],
  candidates: readonly Candidate[],
): Hardening['left'] {
  return left.filter((one) => candidates.some((candidate) => isOf(candidate)(one)));
}

function isOf({ pattern, file, fingerprint }: Candidate) {
  return (one: Hardening['left'][number]) =>
    one.pattern === pattern && one.file === file && one.fingerprint === fingerprint;
}

function messageOfFix({ pattern, file, function: name }: Candidate, fix: Fixed): string {
  const where = name === '' ? file : `${name} of ${file}`;
  const { built, tested, impact, explanation } = fix;
  const checks = `Built: ${built.detail}. Tested: ${tested.detail}. Risk: ${impact.risk.level}, ${impact.risk.reasons.join('; ')}.`;
  return `Fix ${pattern} in ${where}\n\n${explanation}\n\n${checks}`;
}
