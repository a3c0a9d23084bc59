import type { AgentListener } from '../agent/events.ts';
import { memoryRecord } from '../agent/memory/memory-record.ts';
import { FileMemory, type MemoryStore, RunMemory } from '../agent/memory/memory-store.ts';
import type { Permission } from '../agent/tool.ts';
import { retrieveMemory } from '../agent/tools/memory-tools.ts';
import { reviewTools } from '../agent/tools/read-tools.ts';
import type { Grammars } from '../code/grammar.ts';
import { ModelError, UsageError } from '../errors.ts';
import type { ModelConfiguration } from '../model/configuration/settings.ts';
import { Ledger } from '../model/cost/ledger.ts';
import { TIERS } from '../model/model.ts';
import { type OpenedModel, openModel } from '../model/open-model.ts';
import type { Candidate } from '../security/candidate.ts';
import {
  type Examinations,
  examineCandidates,
  type Stage,
} from '../security/examination/examine-candidates.ts';
import { folderState, NO_STATE } from '../security/examination/state.ts';
import { storedVerdicts, type VerdictCache } from '../security/examination/verdict-cache.ts';
import type { Examine } from '../security/pipeline.ts';
import type { ScanOutcome } from '../security/scan.ts';
import { SourceIndex } from '../security/slice/source-index.ts';
import { type Observer, redactedObserver } from '../telemetry/observer.ts';
import type { ContentStore } from '../workspace/content-store.ts';
import { type Git, openGit } from '../workspace/git.ts';
import { withProtectedTree } from '../workspace/protected-tree.ts';
import { findSandbox } from '../workspace/sandbox/find-sandbox.ts';
import type { Sandbox } from '../workspace/sandbox/sandbox.ts';
import { openStateFolder, STATE_FOLDERS } from '../workspace/state-folder.ts';
import { stateKey } from '../workspace/state-key.ts';
import { withTreeLock } from '../workspace/tree-lock.ts';
import { costLines, placesOf } from './cost-lines.ts';
import type { ExamineCommandOptions } from './examine-options.ts';
import { bookedByMonth } from './month-costs.ts';
import { withToolServers } from './tool-servers.ts';

/** What one agent may use up on one question. */
const LIMITS = { turns: 24, tokens: 400_000, seconds: 1200 };

export interface ExaminerDeps {
  readonly grammars: Grammars;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder below which state is kept; undefined for none. */
  readonly stateFolder: (outcome: ScanOutcome) => string | undefined;
  /** Where verdicts are kept; nowhere when missing. */
  readonly store?: ContentStore | undefined;
  /** Watches what models and agents do. */
  readonly observer?: Observer | undefined;
  readonly onProgress: (stage: Stage, done: number, total: number) => void;
  readonly onWarning: (line: string) => void;
}

export interface Examiner {
  readonly examine?: Examine;
  /** Where no model is asked: why, as the first sentence of a report. */
  readonly whyNoModel?: string;
  /** What was asked and what it cost, by stage; one line each. */
  readonly costs: (bySubject: boolean) => readonly string[];
}

/**
 * Opens the models that the options and the environment describe.
 * @throws UsageError for a configuration that is wrong
 */
export function openExaminer(options: ExamineCommandOptions, deps: ExaminerDeps): Examiner {
  if (!options.model) return without('--no-model');
  const opened =
    options.until === 'scan' ? NOBODY : openModel(options.models, deps.env, deps.onWarning);
  if (opened.kind === 'none') return without(opened.reason);
  const { model, ledger, costOf, redact } = opened;
  const observer = deps.observer && redactedObserver(deps.observer, redact);
  if (observer !== undefined) ledger.listen(observer.call);
  const places = new Map<string, string>();
  return {
    costs: (bySubject) => costLines(ledger, bySubject ? places : undefined),
    examine: async (candidates, outcome) => {
      const path = deps.env['PATH'];
      const image = deps.env['RUSTWARD_SANDBOX_IMAGE'] || undefined;
      const { allowUnsandboxed } = options;
      const sandbox = await findSandbox({ allowUnsandboxed, image, path });
      const folder = deps.stateFolder(outcome);
      const memory = memoryBelow(folder);
      const runs = sandbox.isolates || allowUnsandboxed;
      const permissions: Permission[] = runs ? ['read', 'run'] : ['read'];
      const index = new SourceIndex(outcome, deps.grammars);
      const signal = deadline(options.maxMinutes);
      const listeners: AgentListener[] = observer === undefined ? [] : [observer.agent];
      const ask = async (root: string) => {
        const git = await gitOf(root);
        const tree = { root, graph: index.graph, sandbox, ...(git === undefined ? {} : { git }) };
        const access = { store: memory, redact, now: () => new Date() };
        const servers = { tree: root, env: deps.env, onWarning: deps.onWarning };
        return await withToolServers(options.toolServer, servers, (served) =>
          examineCandidates(
            candidates,
            {
              concurrency: sandbox.isolates || !runs ? options.concurrency : 1,
              clusterLimit: options.clusterLimit,
              verify: options.verify,
              ...(options.until === undefined ? {} : { until: options.until }),
            },
            {
              ...{ model, costOf, listeners, index, permissions, limits: LIMITS },
              ...(signal === undefined ? {} : { signal }),
              tools: [...reviewTools(tree), retrieveMemory(access), ...served],
              ...verdictsOf(opened.configuration, deps.store, index),
              state: folder === undefined ? NO_STATE : folderState(folder, stateKey(deps.env)),
              onProgress: deps.onProgress,
              onWarning: deps.onWarning,
              onUnreadable: deps.onWarning,
              onSubject: (subject, asked) => places.set(subject, placesOf(asked)),
              onLearnt: ({ function: name, remark }) => {
                const tags = [redact(name).slice(0, 60)];
                const draft = { type: 'fact' as const, tags, content: redact(remark) };
                memory.add(memoryRecord(draft, access.now()));
              },
            },
          ),
        );
      };
      if (opened === NOBODY) return lookedBefore(await locked(folder, () => ask(outcome.root)));
      const examined = await locked(folder, () =>
        bookedByMonth(outcome.root, opened, deps, () =>
          protectedFrom(sandbox, runs, outcome.root, folder, candidates, ask),
        ),
      );
      opened.sweep();
      return examined;
    },
    ...(opened === NOBODY ? { whyNoModel: whyNone('as asked for') } : {}),
  };

  async function protectedFrom<Result>(
    sandbox: Sandbox,
    runs: boolean,
    root: string,
    folder: string | undefined,
    candidates: readonly Candidate[],
    ask: (root: string) => Promise<Result>,
  ): Promise<Result> {
    // Agents that run nothing cannot change anything: none of their tools writes.
    if (!runs || candidates.length === 0) return ask(root);
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

/** Verdicts are kept where answers are, and for the models that gave them. */
function verdictsOf(
  configuration: ModelConfiguration | undefined,
  store: ContentStore | undefined,
  index: SourceIndex,
): { readonly verdicts?: VerdictCache } {
  if (configuration?.cacheFolder === undefined || store === undefined) return {};
  const models = TIERS.map((tier) =>
    configuration.tiers[tier].map(({ model, baseUrl }) => [model, baseUrl]),
  );
  return { verdicts: storedVerdicts(store, JSON.stringify(models), index) };
}

/** No models at all, for a report of what earlier runs have found out. */
const NOBODY: Extract<OpenedModel, { kind: 'ready' }> = {
  kind: 'ready',
  redact: (text) => text,
  ledger: new Ledger(),
  costOf: () => 0,
  spentBefore: () => undefined,
  sweep: () => undefined,
  model: {
    window: () => 0,
    ask: () => Promise.reject(new ModelError('unavailable', 'nobody is to be asked')),
  },
};

/** What earlier runs have found out; undefined when that is nothing. */
function lookedBefore(examinations: Examinations): Examinations | undefined {
  const looked = [...examinations.values()].some(({ kind }) => kind !== 'unexamined');
  return looked ? examinations : undefined;
}

function without(reason: string): Examiner {
  return { whyNoModel: whyNone(reason), costs: () => [] };
}

function whyNone(reason: string): string {
  return `No model was asked (${reason}): this is the static scan's own result.`;
}

function locked<Result>(folder: string | undefined, use: () => Promise<Result>): Promise<Result> {
  return folder === undefined ? use() : withTreeLock(folder, use);
}

function memoryBelow(folder: string | undefined): MemoryStore {
  if (folder === undefined) return new RunMemory();
  return new FileMemory(`${openStateFolder(folder, 'memory')}/records.jsonl`);
}

function deadline(minutes: number | undefined): AbortSignal | undefined {
  if (minutes === undefined) return undefined;
  const controller = new AbortController();
  const reason = new Error(`the limit of ${minutes} minutes was reached; raise --max-minutes`);
  setTimeout(() => controller.abort(reason), minutes * 60_000).unref();
  return controller.signal;
}

async function gitOf(root: string): Promise<Git | undefined> {
  try {
    return await openGit(root);
  } catch (thrown) {
    if (thrown instanceof UsageError) return undefined;
    throw thrown;
  }
}
