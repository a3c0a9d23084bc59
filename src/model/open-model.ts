import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { ProcessEnvironment } from '../workspace/process/process-environment.ts';
import { folderCache, NO_CACHE } from './calls/call-cache.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { loadModelConfiguration, type ModelFlags } from './configuration/load-configuration.ts';
import type { ModelConfiguration } from './configuration/settings.ts';
import { configuredModel } from './configured-model.ts';
import { Budget } from './cost/budget.ts';
import { Ledger } from './cost/ledger.ts';
import { priceOf } from './cost/price.ts';
import { type Model, TIERS, type UnparsedAnswer } from './model.ts';
import { openProvider } from './provider/open-provider.ts';
import { redactedProvider } from './provider/redacted-provider.ts';
import { recordingModel } from './recording/recording-model.ts';
import { replayModel } from './recording/replay-model.ts';
import { knownSecrets } from './redaction/known-secrets.ts';
import { type Redact, redactor } from './redaction/redact.ts';
import { redactRequest } from './redaction/redact-request.ts';

export interface OpenModelFlags extends ModelFlags {
  readonly strictReplay?: boolean;
}

/** Models that can be asked. */
export type ReadyModel = Extract<OpenedModel, { readonly kind: 'ready' }>;

/** The models of a run; with none, `reason` says why on one line, and the run goes on without. */
export type OpenedModel = {
  /** Takes the secrets that this process knows out of a text. */
  readonly redact: Redact;
} & (
  | {
      readonly kind: 'ready';
      readonly model: Model;
      readonly ledger: Ledger;
      /** Dollars that an answer cost: nothing unless a provider billed it and its price is known. */
      readonly costOf: (answer: UnparsedAnswer) => number;
      /** Says what earlier runs of the month spent on the same repository, in dollars. */
      readonly spentBefore: (cost: number) => void;
      /** Removes cached answers that no run has asked for in a month. */
      readonly evictCache: () => void;
      /** Missing when answers come from a recording. */
      readonly configuration?: ModelConfiguration;
    }
  | { readonly kind: 'none'; readonly reason: string }
);

/**
 * Opens the models that flags, environment and models file describe, or the recording that
 * `RUSTWARD_REPLAY` names. With `RUSTWARD_RECORD`, all answers are recorded; with both, the answers of
 * a recording become those to the questions of today. No provider is called yet.
 * @param onNote is called with what a person should know, one line each
 * @throws UsageError for anything that is wrong, naming the key and what to do
 */
export function openModel(
  flags: OpenModelFlags,
  env: ProcessEnvironment,
  onNote: (line: string) => void,
  clock: Clock = SYSTEM_CLOCK,
): OpenedModel {
  const replay = env['RUSTWARD_REPLAY'] || undefined;
  const record = env['RUSTWARD_RECORD'] || undefined;
  if (replay !== undefined && record !== undefined && resolve(replay) === resolve(record)) {
    throw new UsageError(
      'RUSTWARD_RECORD and RUSTWARD_REPLAY are one folder; record to another one',
    );
  }
  const setup = loadModelConfiguration(flags, env);
  const redact = redactor(knownSecrets(env, setup));
  const ledger = new Ledger();
  const withRecording = (model: Model) =>
    record === undefined ? model : recordingModel(model, record);
  if (replay !== undefined) {
    const options = { strict: flags.strictReplay ?? false, ledger, onNote };
    const model = withRecording(replayModel(replay, options));
    const free = { costOf: () => 0, spentBefore: () => undefined, evictCache: () => undefined };
    return { kind: 'ready', redact, ledger, ...free, model: redactingModel(model, redact) };
  }
  if (flags.strictReplay) throw new UsageError('--strict-replay needs RUSTWARD_REPLAY');
  if (setup.kind === 'unconfigured') return { kind: 'none', redact, reason: setup.reason };
  const { configuration } = setup;
  for (const note of configuration.notes) onNote(note);
  const { cacheFolder } = configuration;
  const budget = new Budget(configuration.caps);
  const cache =
    cacheFolder === undefined ? NO_CACHE : folderCache(cacheFolder, onNote, clock.now());
  const model = configuredModel(configuration, {
    clock,
    ledger,
    budget,
    cache,
    connect: (settings) => redactedProvider(openProvider(settings, clock), redact),
  });
  return {
    ...{ kind: 'ready', redact, ledger, configuration },
    costOf: (answer) => costOf(answer, configuration),
    spentBefore: (cost) => budget.setEarlierCost(cost),
    evictCache: () => cache.evict(),
    model: redactingModel(withRecording(model), redact),
  };
}

function costOf({ source, model, usage }: UnparsedAnswer, { tiers }: ModelConfiguration): number {
  const settings = TIERS.flatMap((tier) => tiers[tier]).find(({ name }) => name === model);
  if (source !== 'provider' || settings?.prices === undefined) return 0;
  return priceOf(usage, settings.prices);
}

/** A model whose questions hold no secrets. */
function redactingModel(model: Model, redact: Redact): Model {
  return {
    window: (tier) => model.window(tier),
    ask: (request, options) => model.ask(redactRequest(request, redact), options),
    forget: (request) => model.forget?.(redactRequest(request, redact)),
  };
}
