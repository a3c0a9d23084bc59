import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { errorCode, systemReason } from '../../workspace/files/error-code.ts';
import { readNamedText } from '../../workspace/files/read-named.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { TIERS, type Tier } from '../model.ts';
import { answersFolder } from './answers-folder.ts';
import {
  type DescribedModels,
  PRICES_VARIABLE,
  parseModelEnvironment,
} from './model-environment.ts';
import {
  type ModelEntry,
  type ModelGroup,
  type ModelsFile,
  parseModelsFile,
} from './models-file.ts';
import { resolveModel } from './resolve-model.ts';
import type { ModelSettings, ModelSetup } from './settings.ts';
import { resolveWebSearch } from './web-search.ts';

/** What the command line says of models. */
export interface ModelFlags {
  /** A models file. */
  readonly models?: string | undefined;
  readonly llmGroup?: string | undefined;
  readonly maxCost?: number | undefined;
  readonly maxMonthCost?: number | undefined;
  readonly maxTokens?: number | undefined;
}

const DEFAULT_TIMEOUT_SECONDS = 600;

/** More than the longest list of models takes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The name of the group that environment variables describe. */
const ENVIRONMENT_GROUP = 'environment';

/** Where a tier that its group does not name takes its models from. */
const SUBSTITUTES: Readonly<Record<Tier, readonly Tier[]>> = {
  cheap: ['cheap', 'normal', 'smart'],
  normal: ['normal', 'smart', 'cheap'],
  smart: ['smart', 'normal', 'cheap'],
};

/**
 * Settles which models may be asked: flags go before the environment, the environment before the
 * models file. Nothing is read from the repository under review, which could otherwise have
 * keys sent to any address.
 * @throws UsageError for anything that is wrong, naming the key and what to do
 */
export function loadModelConfiguration(flags: ModelFlags, env: ProcessEnvironment): ModelSetup {
  const environment = parseModelEnvironment(env);
  const named = flags.models ?? environment.file;
  const path = named ?? userModelsFile(env);
  const file = loadModelsFile(path, named !== undefined);
  if (file === undefined && environment.describedModels === undefined) {
    const wanted = flags.llmGroup ?? environment.group;
    if (wanted !== undefined) {
      throw new UsageError(`there is no group ${wanted}: ${path} does not exist`);
    }
    return {
      kind: 'unconfigured',
      reason: `no model is configured: ${usualPlace(env)} does not exist`,
    };
  }
  const group = chooseGroup(flags.llmGroup ?? environment.group, environment.describedModels, {
    file,
    path,
  });
  const notes: string[] = [];
  if (file !== undefined && holdsKey(file) && othersMayRead(path)) {
    notes.push(`${path} holds a key, and others may read it; run: chmod 600 ${path}`);
  }
  const settings = new Map<string, ModelSettings>();
  for (const name of new Set(TIERS.flatMap((tier) => group.tiers[tier] ?? []))) {
    const entry = group.models[name];
    if (entry === undefined) continue;
    const resolved = resolveModel(name, entry, file?.prices ?? {}, { env, path });
    if ('missing' in resolved) notes.push(resolved.missing);
    else settings.set(name, resolved);
  }
  if (settings.size === 0) {
    return { kind: 'unconfigured', reason: `no model can be asked: ${notes.join('; ')}` };
  }
  const search = file?.webSearch && resolveWebSearch(file.webSearch, { env, path });
  if (search !== undefined && 'missing' in search) {
    notes.push(`${search.missing}; the web is not searched`);
  }
  const usable = (tier: Tier) =>
    (group.tiers[tier] ?? []).flatMap((name) => settings.get(name) ?? []);
  const modelsOf = (tier: Tier) =>
    SUBSTITUTES[tier].map(usable).find((list) => list.length > 0) ?? [];
  const timeout = environment.timeoutSeconds ?? file?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  const caps = {
    cost: flags.maxCost ?? environment.maxCost,
    monthCost: flags.maxMonthCost ?? environment.maxMonthCost,
    tokens: flags.maxTokens ?? environment.maxTokens,
  };
  if (caps.cost !== undefined || caps.monthCost !== undefined) {
    const advice = group.ofEnvironment
      ? `set ${PRICES_VARIABLE}=INPUT,OUTPUT, dollars for a million tokens`
      : 'add prices: { input, output } to it';
    checkPrices([...settings.values()], advice);
  }
  return {
    kind: 'configured',
    configuration: {
      group: group.name,
      tiers: { cheap: modelsOf('cheap'), normal: modelsOf('normal'), smart: modelsOf('smart') },
      timeout: timeout * 1000,
      caps,
      cacheFolder: answersFolder(environment.cache, env),
      ...(search === undefined || 'missing' in search ? {} : { webSearch: search }),
      notes,
    },
  };
}

/**
 * The names of the environment variables that hold keys of models and of the search server. A process
 * that asks models is started with these, and with no more than it needs.
 * @throws UsageError as `loadModelConfiguration` does
 */
export function keyVariables(env: ProcessEnvironment): string[] {
  const { file: named } = parseModelEnvironment(env);
  const file = loadModelsFile(named ?? userModelsFile(env), named !== undefined);
  const entries = [...Object.values(file?.models ?? {}), file?.webSearch];
  return entries.flatMap((entry) => entry?.keyVariable ?? []);
}

/** `models.json5` in the user's configuration folder. */
function userModelsFile(env: ProcessEnvironment): string {
  const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  return join(folder, 'rustward', 'models.json5');
}

/** The same for a report, which is to be alike on each machine and to name no home folder. */
function usualPlace(env: ProcessEnvironment): string {
  return `${env['XDG_CONFIG_HOME'] ? '$XDG_CONFIG_HOME' : '~/.config'}/rustward/models.json5`;
}

function loadModelsFile(path: string, mustExist: boolean): ModelsFile | undefined {
  let text: string;
  try {
    text = readNamedText(path, MAX_BYTES);
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === 'ENOENT' && !mustExist) return undefined;
    const reason = code === 'ENOENT' ? 'it does not exist' : systemReason(thrown);
    throw new UsageError(`cannot read the models file ${path}: ${reason}`);
  }
  return parseModelsFile(text, path);
}

function holdsKey({ models, webSearch }: ModelsFile): boolean {
  return [...Object.values(models), webSearch].some((entry) => entry?.key !== undefined);
}

function othersMayRead(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
}

interface ChosenGroup {
  readonly name: string;
  readonly tiers: ModelGroup;
  readonly models: Readonly<Record<string, ModelEntry>>;
  /** Whether environment variables describe it, and not the models file. */
  readonly ofEnvironment: boolean;
}

function chooseGroup(
  wanted: string | undefined,
  described: DescribedModels | undefined,
  { file, path }: { file: ModelsFile | undefined; path: string },
): ChosenGroup {
  const groups: Record<string, ModelGroup> = {
    ...file?.groups,
    ...(described === undefined ? {} : { [ENVIRONMENT_GROUP]: described.group }),
  };
  const names = Object.keys(groups);
  const [only] = names.length === 1 ? names : [];
  const preset = described === undefined ? file?.defaultGroup : ENVIRONMENT_GROUP;
  const name = wanted ?? preset ?? only;
  const tiers = name !== undefined && Object.hasOwn(groups, name) ? groups[name] : undefined;
  if (name !== undefined && tiers !== undefined) {
    const models = name === ENVIRONMENT_GROUP ? described?.models : undefined;
    const ofEnvironment = models !== undefined;
    return { name, tiers, models: models ?? file?.models ?? {}, ofEnvironment };
  }
  const known = names.join(', ') || 'none';
  if (name !== undefined) throw new UsageError(`there is no group ${name}; known are ${known}`);
  const advice = 'set defaultGroup, or choose with --llm-group';
  throw new UsageError(
    names.length === 0
      ? `${path} is wrong: groups is empty; add one that names a model for a tier`
      : `${path} has several groups (${known}) and no defaultGroup; ${advice}`,
  );
}

/**
 * Refuses a cap on cost where a model has no price, since the cap could not be enforced.
 * @param advice how such a model gets prices
 */
function checkPrices(settings: readonly ModelSettings[], advice: string): void {
  const unpriced = settings.find(({ prices }) => prices === undefined);
  if (unpriced === undefined) return;
  throw new UsageError(
    `a cap on cost needs prices, and ${unpriced.name} has none; ${advice}, or cap tokens`,
  );
}
