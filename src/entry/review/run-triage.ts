import { codeKey, memoryRecord } from '../../agent/memory/memory-record.ts';
import type { Tool } from '../../agent/tool.ts';
import { retrieveMemory } from '../../agent/tools/memory-tools.ts';
import { codeReadingTools } from '../../agent/tools/tool-sets.ts';
import { webSearchTools } from '../../agent/tools/web-search.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { IncompleteError, messageOf, UsageError } from '../../errors.ts';
import type { ModelConfiguration } from '../../model/configuration/settings.ts';
import { type MeasuredQuestion, measuringModel } from '../../model/measuring-model.ts';
import { TIERS } from '../../model/model.ts';
import { openModel, type ReadyModel } from '../../model/open-model.ts';
import type { Reproduction } from '../../security/candidates/reproduction.ts';
import { changedGroups } from '../../security/discover/changed-groups.ts';
import { riskyGroups } from '../../security/discover/risky-groups.ts';
import { count } from '../../security/report/count.ts';
import { runFindings } from '../../security/reproduce/data/run-findings.ts';
import type { DataSources } from '../../security/reproduce/data/try-inputs.ts';
import { LoweredFiles } from '../../security/scan/lowered-files.ts';
import type { ScanOutcome } from '../../security/scan/scan.ts';
import type { RunFindings, Triage, TriageSubject } from '../../security/security-request.ts';
import { SourceIndex } from '../../security/slice/source-index.ts';
import type { DiscoveryPlan } from '../../security/triage/discovery-stage.ts';
import type { ReproductionPlan } from '../../security/triage/reproduce-stage.ts';
import { storedTriageCache } from '../../security/triage/result-cache.ts';
import { offeredReviewMethods, reviewMethods } from '../../security/triage/review-methods.ts';
import { type TriageDeps, triageCandidates } from '../../security/triage/triage-candidates.ts';
import type { TriageOutcome } from '../../security/triage/triage-outcome.ts';
import type { TriageStage } from '../../security/triage/triage-stage.ts';
import {
  loadTriageRecords,
  NO_STATE,
  openTriageState,
  type TriageState,
} from '../../security/triage/triage-state.ts';
import { type RunObserver, redactedObserver } from '../../telemetry/run-observer.ts';
import { withProtectedTree } from '../../workspace/git/protected-tree.ts';
import { findRepository } from '../../workspace/git/repository.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { openSandbox } from '../../workspace/sandbox/open-sandbox.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import { type ContentStore, VERDICTS } from '../../workspace/state/content-store.ts';
import { STATE_FOLDERS } from '../../workspace/state/state-folder.ts';
import { stateKey } from '../../workspace/state/state-key.ts';
import { withTreeLock } from '../../workspace/state/tree-lock.ts';
import { type Costs, locationsText, NO_COSTS, summariseCosts } from '../costs/costs.ts';
import { type Estimate, estimateOf } from '../costs/estimate.ts';
import { bookCosts } from '../costs/month-costs.ts';
import { openMemory } from '../memory/open-memory.ts';
import { NULL_MODEL, priorResults } from './null-model.ts';
import { withReproduction } from './open-reproduction.ts';
import type { TriageRunOptions } from './review-options.ts';
import { withToolServers } from './tool-servers.ts';

/** What one agent may use up on one question. */
const LIMITS = { turns: 24, tokens: 400_000, seconds: 1200 };

export interface OpenTriageDeps {
  readonly grammars: Grammars;
  readonly env: ProcessEnvironment;
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

export interface OpenedTriage {
  readonly triage?: Triage;
  /** Where no model is asked: why, as the first sentence of a report. */
  readonly whyNoModel?: string;
  /** Where no model is asked: runs what can be run all the same. */
  readonly runFindings?: RunFindings;
  /** What was asked until now. */
  readonly costs: () => Costs;
  /** What would be asked, where that alone is wanted. */
  readonly estimate?: () => Estimate;
}

/**
 * Opens the models that the options and the environment describe, for the triage of what a scan finds.
 * @throws UsageError for a configuration that is wrong
 */
export function openTriage(options: TriageRunOptions, deps: OpenTriageDeps): OpenedTriage {
  const withoutModel = (reason: string): OpenedTriage => ({
    whyNoModel: noModelNotice(reason),
    costs: () => NO_COSTS,
    runFindings: (subject) => runWithoutModel(subject, options, deps),
  });
  if (options.estimate === true) return openEstimate(options, deps);
  if (!options.model) return withoutModel(options.whyNoModel ?? '--no-model');
  const opened =
    options.until === 'scan' ? NULL_MODEL : openModel(options.models, deps.env, deps.onWarning);
  if (opened.kind === 'none') return withoutModel(opened.reason);
  const observer = deps.observer && redactedObserver(deps.observer, opened.redact);
  if (observer !== undefined) opened.ledger.listen(observer.call);
  const places = new Map<string, string>();
  return {
    costs: () => summariseCosts(opened.ledger, places),
    async triage(subject) {
      const { allowUnsandboxed } = options;
      const { candidates, outcome } = subject;
      for (const line of options.notes?.cut ?? []) deps.onWarning(line);
      const { root } = outcome;
      const sandbox = await openSandbox(deps.env, { allowUnsandboxed });
      const mayRunScripts = sandbox.isolates || allowUnsandboxed;
      const folder = deps.stateFolder(outcome);
      const run = { options, deps, opened, observer, places, subject };
      const ask = (tree: string) => runTriage(tree, { ...run, sandbox, mayRunScripts, folder });
      if (opened === NULL_MODEL) return priorResults(await withStateLock(folder, () => ask(root)));
      // Agents that run nothing cannot change anything: none of their tools writes.
      const changes = mayRunScripts && (candidates.length > 0 || options.discoverLimit > 0);
      const results = await withStateLock(folder, () =>
        bookCosts(root, opened, deps, () =>
          changes ? askWithProtectedTree(root, folder, sandbox, ask) : ask(root),
        ),
      );
      opened.evictCache();
      deps.store?.part(VERDICTS).evict();
      return results;
    },
    ...(opened === NULL_MODEL ? { whyNoModel: noModelNotice('as asked for') } : {}),
  };

  /** The tree is as before afterwards, whatever scripts have done to it. */
  async function askWithProtectedTree<Result>(
    root: string,
    folder: string | undefined,
    sandbox: Sandbox,
    ask: (root: string) => Promise<Result>,
  ): Promise<Result> {
    // State that was committed is still ours to write: what is not sealed in it counts for nothing.
    const own = folder === root ? STATE_FOLDERS : [];
    const { result, changed, changesFolder } = await withProtectedTree(root, ask, own);
    if (changed.length > 0) {
      const what = `${count(changed.length, 'file')} changed while agents were at work (${sandbox.description})`;
      deps.onWarning(
        `${what}; ${changed.length === 1 ? 'it is as before, and what it' : 'they are as before, and what they'} had become is in ${changesFolder}`,
      );
    }
    return result;
  }
}

/**
 * Plans the questions of a triage as it asks them, without an answer to any.
 * @throws UsageError where no provider would be asked
 */
function openEstimate(options: TriageRunOptions, deps: OpenTriageDeps): OpenedTriage {
  const opened = openModel(options.models, deps.env, deps.onWarning);
  const whyNone = opened.kind === 'none' ? opened.reason : options.whyNoModel;
  if (opened.kind === 'none' || !options.model)
    throw new UsageError(`--estimate needs a model: ${whyNone ?? 'none is to be asked'}`);
  const { configuration, redact } = opened;
  if (configuration === undefined)
    throw new UsageError(
      '--estimate needs a model: RUSTWARD_REPLAY takes answers from a recording',
    );
  const questions: MeasuredQuestion[] = [];
  const model = measuringModel(opened.model, redact, (question) => questions.push(question));
  const { verify, allowUnsandboxed } = options;
  return {
    costs: () => NO_COSTS,
    estimate: () => estimateOf(questions, configuration, { limits: LIMITS, verify }),
    async triage(subject) {
      const sandbox = await openSandbox(deps.env, { allowUnsandboxed });
      await runTriage(subject.outcome.root, {
        ...{ options: { ...options, reproduce: false }, subject, sandbox, observer: undefined },
        deps: { ...deps, onWarning: () => undefined },
        opened: { ...opened, model },
        mayRunScripts: sandbox.isolates || allowUnsandboxed,
        ...{ folder: deps.stateFolder(subject.outcome), places: new Map() },
      });
      return undefined;
    },
  };
}

/** What is known counts, and for an estimate nothing is written. */
function stateIn(
  folder: string | undefined,
  { estimate }: TriageRunOptions,
  env: ProcessEnvironment,
): TriageState {
  if (folder === undefined) return NO_STATE;
  if (estimate === true) return { ...NO_STATE, ...loadTriageRecords(folder, stateKey(env)) };
  return openTriageState(folder, stateKey(env));
}

/** Everything that one triage needs besides the candidates and the tree. */
interface TriageRun {
  readonly options: TriageRunOptions;
  readonly deps: OpenTriageDeps;
  readonly opened: ReadyModel;
  readonly observer: RunObserver | undefined;
  readonly subject: TriageSubject;
  readonly sandbox: Sandbox;
  /** Whether agents may run scripts. */
  readonly mayRunScripts: boolean;
  /** The folder below which state is kept; undefined for none. */
  readonly folder: string | undefined;
  /** Where the questions about a subject belong, for what they cost. */
  readonly places: Map<string, string>;
}

/** @param root the tree that agents look at: the scanned one, or a copy of it */
async function runTriage(root: string, run: TriageRun): Promise<TriageOutcome> {
  const { options, deps, opened, observer, subject, sandbox, mayRunScripts, folder, places } = run;
  const { candidates, outcome, change } = subject;
  const { model, costOf, redact } = opened;
  const index = new SourceIndex(outcome, deps.grammars, { change });
  const onlyRecalls = options.estimate === true;
  const memory = openMemory({ folder, scope: options.memory, onlyRecalls }, deps.env);
  const access = { store: memory.store, redact, now: () => new Date() };
  const notes = options.notes?.text;
  const searching = webSearchTools(opened.configuration?.webSearch, redact);
  const git = await findRepository(root);
  const tree = { root, graph: index.graph, sandbox, ...(git === undefined ? {} : { git }) };
  const signal = withTimeLimit(options.maxMinutes, deps.signal);
  const servers = { tree: root, env: deps.env, onWarning: deps.onWarning };
  const triageOptions = {
    // Without a sandbox one script could change what another agent reads.
    concurrency: sandbox.isolates || !mayRunScripts ? options.concurrency : 1,
    clusterLimit: options.clusterLimit,
    verify: options.verify,
    ...(options.until === undefined ? {} : { until: options.until }),
  };
  const reproduction = {
    ...{ reproduce: options.reproduce, root: outcome.root, base: subject.baseCommit },
    ...{ sandbox, env: deps.env, signal, unit: unitsOf(outcome, deps) },
  };
  const ask = (served: readonly Tool[], plan: ReproductionPlan | undefined) =>
    triageCandidates(candidates, triageOptions, {
      ...{ model, costOf, index, notes, limits: LIMITS },
      listeners: observer === undefined ? [] : [observer.agent],
      permissions: mayRunScripts ? ['read', 'run'] : ['read'],
      ...(signal === undefined ? {} : { signal }),
      tools: [...codeReadingTools(tree), retrieveMemory(access), ...searching, ...served],
      ...resultCacheOf(opened.configuration, deps.store, index, notes),
      reproduction: plan,
      discovery: discoveryPlan(options.discoverLimit, subject, index),
      state: stateIn(folder, options, deps.env),
      onProgress: deps.onProgress,
      onWarning: deps.onWarning,
      onUnreadable: deps.onWarning,
      onSubject: (subject, asked) => places.set(subject, locationsText(asked)),
      recall: memory.recall,
      onRemark: ({ function: name, remark }, text) => {
        const tags = [redact(name).slice(0, 60)];
        const draft = { type: 'fact' as const, tags, content: redact(remark) };
        const about = text === undefined ? undefined : codeKey(name, text);
        const record = memoryRecord(draft, access.now(), { about });
        memory.store.add(record);
        return record;
      },
      methods: (asked) => offeredReviewMethods(asked, memory.methods, index),
      keepMethods: (results) => {
        if (options.estimate === true) return;
        for (const { draft, about } of reviewMethods(results, memory.methods, index)) {
          const content = redact(draft.content);
          memory.store.add(memoryRecord({ ...draft, content }, access.now(), { about }));
        }
      },
    });
  return await withToolServers(options.toolServer, servers, (served) =>
    withReproduction(reproduction, (plan) => ask(served, plan)),
  );
}

/** What models look at for defects: what a change touches, or of a tree the riskiest functions first. */
function discoveryPlan(
  limit: number,
  { change, claims, includes }: TriageSubject,
  index: SourceIndex,
): DiscoveryPlan {
  const includesFile = (file: string) => includes(file);
  const groups = () =>
    change === undefined
      ? riskyGroups(index, includesFile)
      : changedGroups(index, change, includesFile);
  return { ...claims, groups: limit === 0 ? [] : groups(), limit };
}

/** Results are kept where answers are, by the models that gave them. */
function resultCacheOf(
  configuration: ModelConfiguration | undefined,
  store: ContentStore | undefined,
  index: SourceIndex,
  notes: string | undefined,
): Pick<TriageDeps, 'resultCache'> {
  if (configuration?.cacheFolder === undefined || store === undefined) return {};
  const models = TIERS.map((tier) =>
    configuration.tiers[tier].map(({ model, baseUrl }) => [model, baseUrl]),
  );
  return {
    resultCache: storedTriageCache(store.part(VERDICTS), JSON.stringify(models), index, notes),
  };
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

/** Runs what needs no model to be run; nothing where the machine lacks what that takes. */
async function runWithoutModel(
  { candidates, outcome, baseCommit: base }: TriageSubject,
  { reproduce, allowUnsandboxed }: TriageRunOptions,
  deps: OpenTriageDeps,
): Promise<ReadonlyMap<number, Reproduction>> {
  const nothing = new Map<number, Reproduction>();
  if (!reproduce || base === undefined || candidates.length === 0) return nothing;
  const { root, files } = outcome;
  const sandbox = await openSandbox(deps.env, { allowUnsandboxed });
  const unit = unitsOf(outcome, deps);
  const request = {
    ...{ reproduce, root, base, unit, sandbox },
    env: deps.env,
    signal: deps.signal,
  };
  return await withReproduction(request, async (plan) => {
    if (plan?.kind !== 'ready') return nothing;
    try {
      return await runFindings(candidates, plan.reproducer, {
        unit,
        definedIn: (name) =>
          files.find(({ functions }) => functions.some((fn) => fn.name === name))?.file,
      });
    } catch (thrown) {
      if (!(thrown instanceof IncompleteError)) throw thrown;
      deps.onWarning(`no finding was run: ${messageOf(thrown)}`);
      return nothing;
    }
  });
}

function unitsOf(outcome: ScanOutcome, { grammars }: OpenTriageDeps): DataSources['unit'] {
  const lowered = new LoweredFiles(outcome, grammars);
  return (file) => lowered.unit(file);
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
