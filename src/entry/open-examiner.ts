import { openModel } from '../model/open-model.ts';
import type { Examine } from '../security/pipeline.ts';
import type { ScanOutcome } from '../security/scan.ts';
import { redactedObserver } from '../telemetry/observer.ts';
import { withProtectedTree } from '../workspace/protected-tree.ts';
import { findSandbox } from '../workspace/sandbox/find-sandbox.ts';
import { STATE_FOLDERS } from '../workspace/state-folder.ts';
import { withTreeLock } from '../workspace/tree-lock.ts';
import { type Costs, costsOf, NO_COSTS } from './costs.ts';
import { bookedByMonth } from './month-costs.ts';
import { lookedBefore, NOBODY, type ReadyModel } from './nobody-asked.ts';
import type { ExamineOptions } from './review-options.ts';
import { type ExaminationSetup, type ExaminerDeps, runExamination } from './run-examination.ts';

export interface Examiner {
  readonly examine?: Examine;
  /** Where no model is asked: why, as the first sentence of a report. */
  readonly whyNoModel?: string;
  /** What was asked until now. */
  readonly costs: () => Costs;
}

/**
 * Opens the models that the options and the environment describe.
 * @throws UsageError for a configuration that is wrong
 */
export function openExaminer(options: ExamineOptions, deps: ExaminerDeps): Examiner {
  if (!options.model) return without(options.whyNoModel ?? '--no-model');
  const opened =
    options.until === 'scan' ? NOBODY : openModel(options.models, deps.env, deps.onWarning);
  if (opened.kind === 'none') return without(opened.reason);
  const observer = deps.observer && redactedObserver(deps.observer, opened.redact);
  if (observer !== undefined) opened.ledger.listen(observer.call);
  const places = new Map<string, string>();
  return {
    costs: () => costsOf(opened.ledger, places),
    async examine(candidates, outcome) {
      const setup = await setUp(outcome, opened);
      const { root } = outcome;
      const ask = (tree: string) => runExamination(candidates, tree, setup);
      if (opened === NOBODY) return lookedBefore(await locked(setup.folder, () => ask(root)));
      // Agents that run nothing cannot change anything: none of their tools writes.
      const changes = setup.runs && candidates.length > 0;
      const examined = await locked(setup.folder, () =>
        bookedByMonth(root, opened, deps, () => (changes ? protectedAsk(setup, ask) : ask(root))),
      );
      opened.sweep();
      return examined;
    },
    ...(opened === NOBODY ? { whyNoModel: whyNone('as asked for') } : {}),
  };

  async function setUp(outcome: ScanOutcome, opened: ReadyModel): Promise<ExaminationSetup> {
    const { allowUnsandboxed } = options;
    const image = deps.env['RUSTWARD_SANDBOX_IMAGE'] || undefined;
    const sandbox = await findSandbox({ allowUnsandboxed, image, path: deps.env['PATH'] });
    const runs = sandbox.isolates || allowUnsandboxed;
    const folder = deps.stateFolder(outcome);
    return { options, deps, opened, observer, outcome, sandbox, runs, folder, places };
  }

  /** The tree is as before afterwards, whatever scripts have done to it. */
  async function protectedAsk<Result>(
    { outcome: { root }, folder, sandbox }: ExaminationSetup,
    ask: (root: string) => Promise<Result>,
  ): Promise<Result> {
    // State that was committed is still ours to write: what is not sealed in it counts for nothing.
    const own = folder === root ? STATE_FOLDERS : [];
    const { result, changed, kept } = await withProtectedTree(root, ask, own);
    if (changed.length > 0) {
      const what = `${changed.length} files changed while agents were at work (${sandbox.description})`;
      deps.onWarning(`${what}; they are as before, and what they had become is in ${kept}`);
    }
    return result;
  }
}

function without(reason: string): Examiner {
  return { whyNoModel: whyNone(reason), costs: () => NO_COSTS };
}

function whyNone(reason: string): string {
  return `No model was asked (${reason}): this is the static scan's own result.`;
}

function locked<Result>(folder: string | undefined, use: () => Promise<Result>): Promise<Result> {
  return folder === undefined ? use() : withTreeLock(folder, use);
}
