import { memoryRecord } from '../../agent/memory/memory-record.ts';
import { FileMemory, type MemoryStore, RunMemory } from '../../agent/memory/memory-store.ts';
import { retrieveMemory } from '../../agent/tools/memory-tools.ts';
import { codeReadingTools } from '../../agent/tools/tool-sets.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import type { ModelConfiguration } from '../../model/configuration/settings.ts';
import { TIERS } from '../../model/model.ts';
import type { Candidate } from '../../security/candidates/candidate.ts';
import type { ScanOutcome } from '../../security/scan/scan.ts';
import { SourceIndex } from '../../security/slice/source-index.ts';
import { storedTriageCache } from '../../security/triage/result-cache.ts';
import {
  type TriageDeps,
  type TriageResults,
  type TriageStage,
  triageCandidates,
} from '../../security/triage/triage-candidates.ts';
import { NO_STATE, openTriageState } from '../../security/triage/triage-state.ts';
import type { RunObserver } from '../../telemetry/run-observer.ts';
import { findRepository } from '../../workspace/git/repository.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { ContentStore } from '../../workspace/state/content-store.ts';
import { openStateFolder } from '../../workspace/state/state-folder.ts';
import { stateKey } from '../../workspace/state/state-key.ts';
import { locationsText } from '../costs/cost-lines.ts';
import type { ReadyModel } from './null-model.ts';
import type { TriageRunOptions } from './review-options.ts';
import { withToolServers } from './tool-servers.ts';

/** What one agent may use up on one question. */
const LIMITS = { turns: 24, tokens: 400_000, seconds: 1200 };

export interface OpenTriageDeps {
  readonly grammars: Grammars;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder below which state is kept; undefined for none. */
  readonly stateFolder: (outcome: ScanOutcome) => string | undefined;
  /** Where results of triage are kept; nowhere when missing. */
  readonly store?: ContentStore | undefined;
  /** Watches what models and agents do. */
  readonly observer?: RunObserver | undefined;
  /** Ends the asking of models. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (stage: TriageStage, done: number, total: number) => void;
  readonly onWarning: (line: string) => void;
}

/** Everything that one examination needs besides the candidates and the tree. */
export interface TriageSetup {
  readonly options: TriageRunOptions;
  readonly deps: OpenTriageDeps;
  readonly opened: ReadyModel;
  readonly observer: RunObserver | undefined;
  readonly outcome: ScanOutcome;
  readonly sandbox: Sandbox;
  /** Whether agents may run scripts. */
  readonly mayRunScripts: boolean;
  /** The folder below which state is kept; undefined for none. */
  readonly folder: string | undefined;
  /** Where the questions about a subject belong, for what they cost. */
  readonly places: Map<string, string>;
}

/**
 * Has the candidates of a scan examined.
 * @param root the tree that agents look at: the scanned one, or a copy of it
 */
export async function runTriage(
  candidates: readonly Candidate[],
  root: string,
  setup: TriageSetup,
): Promise<TriageResults> {
  const { options, deps, opened, observer, outcome, sandbox, mayRunScripts, folder, places } =
    setup;
  const { model, costOf, redact } = opened;
  const index = new SourceIndex(outcome, deps.grammars);
  const memory = openMemoryStore(folder);
  const access = { store: memory, redact, now: () => new Date() };
  const git = await findRepository(root);
  const tree = { root, graph: index.graph, sandbox, ...(git === undefined ? {} : { git }) };
  const signal = withTimeLimit(options.maxMinutes, deps.signal);
  const servers = { tree: root, env: deps.env, onWarning: deps.onWarning };
  const examineOptions = {
    // Without a sandbox one script could change what another agent reads.
    concurrency: sandbox.isolates || !mayRunScripts ? options.concurrency : 1,
    clusterLimit: options.clusterLimit,
    verify: options.verify,
    ...(options.until === undefined ? {} : { until: options.until }),
  };
  return await withToolServers(options.toolServer, servers, (served) =>
    triageCandidates(candidates, examineOptions, {
      ...{ model, costOf, index, limits: LIMITS },
      listeners: observer === undefined ? [] : [observer.agent],
      permissions: mayRunScripts ? ['read', 'run'] : ['read'],
      ...(signal === undefined ? {} : { signal }),
      tools: [...codeReadingTools(tree), retrieveMemory(access), ...served],
      ...resultCacheOf(opened.configuration, deps.store, index),
      state: folder === undefined ? NO_STATE : openTriageState(folder, stateKey(deps.env)),
      onProgress: deps.onProgress,
      onWarning: deps.onWarning,
      onUnreadable: deps.onWarning,
      onSubject: (subject, asked) => places.set(subject, locationsText(asked)),
      onRemark: ({ function: name, remark }) => {
        const tags = [redact(name).slice(0, 60)];
        const draft = { type: 'fact' as const, tags, content: redact(remark) };
        memory.add(memoryRecord(draft, access.now()));
      },
    }),
  );
}

/** Results are kept where answers are, by the models that gave them. */
function resultCacheOf(
  configuration: ModelConfiguration | undefined,
  store: ContentStore | undefined,
  index: SourceIndex,
): Pick<TriageDeps, 'resultCache'> {
  if (configuration?.cacheFolder === undefined || store === undefined) return {};
  const models = TIERS.map((tier) =>
    configuration.tiers[tier].map(({ model, baseUrl }) => [model, baseUrl]),
  );
  return { resultCache: storedTriageCache(store, JSON.stringify(models), index) };
}

function openMemoryStore(folder: string | undefined): MemoryStore {
  if (folder === undefined) return new RunMemory();
  return new FileMemory(`${openStateFolder(folder, 'memory')}/records.jsonl`);
}

function withTimeLimit(
  minutes: number | undefined,
  outer: AbortSignal | undefined,
): AbortSignal | undefined {
  if (minutes === undefined) return outer;
  const controller = new AbortController();
  const reason = new Error(`the limit of ${minutes} minutes was reached; raise --max-minutes`);
  setTimeout(() => controller.abort(reason), minutes * 60_000).unref();
  return outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
}
