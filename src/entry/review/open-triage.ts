import { openModel } from '../../model/open-model.ts';
import type { Triage } from '../../security/pipeline.ts';
import type { ScanOutcome } from '../../security/scan/scan.ts';
import { redactedObserver } from '../../telemetry/run-observer.ts';
import { withProtectedTree } from '../../workspace/git/protected-tree.ts';
import { openSandbox } from '../../workspace/sandbox/open-sandbox.ts';
import { STATE_FOLDERS } from '../../workspace/state/state-folder.ts';
import { withTreeLock } from '../../workspace/state/tree-lock.ts';
import { type Costs, NO_COSTS, summariseCosts } from '../costs/costs.ts';
import { bookCosts } from '../costs/month-costs.ts';
import { NULL_MODEL, priorResults, type ReadyModel } from './null-model.ts';
import type { TriageRunOptions } from './review-options.ts';
import { type OpenTriageDeps, runTriage, type TriageSetup } from './run-triage.ts';

export interface OpenedTriage {
  readonly triage?: Triage;
  /** Where no model is asked: why, as the first sentence of a report. */
  readonly whyNoModel?: string;
  /** What was asked until now. */
  readonly costs: () => Costs;
}

/**
 * Opens the models that the options and the environment describe.
 * @throws UsageError for a configuration that is wrong
 */
export function openTriage(options: TriageRunOptions, deps: OpenTriageDeps): OpenedTriage {
  if (!options.model) return withoutModel(options.whyNoModel ?? '--no-model');
  const opened =
    options.until === 'scan' ? NULL_MODEL : openModel(options.models, deps.env, deps.onWarning);
  if (opened.kind === 'none') return withoutModel(opened.reason);
  const observer = deps.observer && redactedObserver(deps.observer, opened.redact);
  if (observer !== undefined) opened.ledger.listen(observer.call);
  const places = new Map<string, string>();
  return {
    costs: () => summariseCosts(opened.ledger, places),
    async triage(candidates, outcome) {
      const setup = await setUp(outcome, opened);
      const { root } = outcome;
      const ask = (tree: string) => runTriage(candidates, tree, setup);
      if (opened === NULL_MODEL)
        return priorResults(await withStateLock(setup.folder, () => ask(root)));
      // Agents that run nothing cannot change anything: none of their tools writes.
      const changes = setup.mayRunScripts && candidates.length > 0;
      const examined = await withStateLock(setup.folder, () =>
        bookCosts(root, opened, deps, () =>
          changes ? askWithProtectedTree(setup, ask) : ask(root),
        ),
      );
      opened.sweep();
      return examined;
    },
    ...(opened === NULL_MODEL ? { whyNoModel: noModelNotice('as asked for') } : {}),
  };

  async function setUp(outcome: ScanOutcome, opened: ReadyModel): Promise<TriageSetup> {
    const { allowUnsandboxed } = options;
    const sandbox = await openSandbox(deps.env, { allowUnsandboxed });
    const runs = sandbox.isolates || allowUnsandboxed;
    const folder = deps.stateFolder(outcome);
    return {
      options,
      deps,
      opened,
      observer,
      outcome,
      sandbox,
      mayRunScripts: runs,
      folder,
      places,
    };
  }

  /** The tree is as before afterwards, whatever scripts have done to it. */
  async function askWithProtectedTree<Result>(
    { outcome: { root }, folder, sandbox }: TriageSetup,
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

function withoutModel(reason: string): OpenedTriage {
  return { whyNoModel: noModelNotice(reason), costs: () => NO_COSTS };
}

function noModelNotice(reason: string): string {
  return `No model was asked (${reason}): this is the static scan's own result.`;
}

function withStateLock<Result>(
  folder: string | undefined,
  use: () => Promise<Result>,
): Promise<Result> {
  return folder === undefined ? use() : withTreeLock(folder, use);
}
