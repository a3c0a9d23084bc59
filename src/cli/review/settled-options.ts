import type { Command } from 'commander';
import { isCompileDatabase } from '../../code/compile-commands/compile-database.ts';
import type { ReportOptions, TriageRunOptions } from '../../entry/review/review-options.ts';
import { UsageError } from '../../errors.ts';
import { lowestBudgets } from '../../github/configuration/budgets.ts';
import { settledBuild } from '../../github/configuration/build-options.ts';
import { gateIn } from '../../github/configuration/gate-in.ts';
import type { OpenModelFlags } from '../../model/open-model.ts';
import { SEVERITIES } from '../../rules/classification.ts';
import { RULES } from '../../rules/index.ts';
import type { Limit } from '../../security/report/fail-on.ts';
import { NO_DATABASE } from '../../security/scan/build/build-options.ts';
import type { FindingSettings } from '../../security/selection/finding-settings.ts';
import { nameProblem } from '../../security/selection/rule-names.ts';
import { readNamedText } from '../../workspace/files/read-named.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import {
  findSettings,
  NO_SETTINGS,
  type RepositorySettings,
  type SettledTexts,
} from '../options/repository-settings.ts';
import type { parseScanOptions } from '../options/scan-options.ts';
import type { TriageCommandOptions } from '../options/triage-options.ts';
import { printWarning } from '../output/print-note.ts';

type ScanOptions = ReturnType<typeof parseScanOptions>;

/**
 * What the repository has settled, where the command line does not say that it is not to count.
 * @param settled reads what the project settles, where what lies there is not to count
 */
export async function loadSettings(
  command: Command,
  path: string,
  base?: string,
  settled?: SettledTexts,
): Promise<RepositorySettings> {
  if (command.getOptionValue('config') === false) return NO_SETTINGS;
  const settings = await findSettings(path, base, settled);
  // Also with --quiet: a gate that is not there is not to be missed.
  for (const line of settings.warnings ?? []) printWarning(line);
  return settings;
}

/** The options of the command line, and where it leaves one open what the repository has settled. */
export function settledOptions<Options extends ScanOptions>(
  command: Command,
  options: Options,
  { configuration, exclude, findings, build }: RepositorySettings,
): Options & Pick<ReportOptions, 'failOnFrom' | 'limits'> {
  const { review, budgets } = configuration;
  const gate = gateIn(configuration);
  const isOpen = (name: string) => command.getOptionValueSource(name) === 'default';
  return {
    ...options,
    ...(isOpen('failOn')
      ? { failOn: gate.failOn, failOnFrom: gate.failOnFrom }
      : { failOnFrom: '--fail-on' }),
    limits: settledLimits(options, gate.limits ?? []),
    ...(isOpen('minConfidence') && { minConfidence: review.min_confidence }),
    fileTimeout: lowestBudgets({ max_file_seconds: options.fileTimeout }, budgets).max_file_seconds,
    rateAsNew: options.rateAsNew || review.rate_as_new,
    // Only new findings is what was asked for.
    includeExisting: options.includeExisting || (review.include_existing && !options.onlyNew),
    exclude: [...exclude, ...options.exclude],
    findingSettings: [
      ...findings,
      ...chosenRules(options),
      ...(isOpen('minConfidence') ? [] : [givenConfidence(options)]),
    ],
    ...settledBuild(checkedLists(options), build),
  };
}

/** What a person names on the command line is meant: a list that is left alone would count as one that says nothing. */
function checkedLists<Options extends Pick<ScanOptions, 'compileCommands'>>(
  options: Options,
): Options {
  for (const list of options.compileCommands ?? []) {
    if (list !== NO_DATABASE && !isCompileDatabase(readNamedText(list, MAX_LIST_BYTES)))
      throw new UsageError(`--compile-commands ${list} is no list of compile commands`);
  }
  return options;
}

const MAX_LIST_BYTES = 100_000_000;

/** How many findings of a kind there may be: the command line goes before what is settled of the same kind. */
function settledLimits({ failAbove }: ScanOptions, settled: readonly Limit[]): Limit[] {
  for (const { of } of failAbove) checkRuleName(of, SEVERITIES);
  const given = failAbove.map(
    (limit): Limit => ({
      ...limit,
      ...{ from: '--fail-above', at: '--fail-above' },
    }),
  );
  return [...new Map([...settled, ...given].map((limit) => [limit.of, limit])).values()];
}

/** A rule of a package or of another scanner has a slash in its name, and may be found out about later. */
function checkRuleName(name: string, others: readonly string[] = []): void {
  const problem = nameProblem(name, RULES, others);
  if (problem !== undefined) throw new UsageError(problem.why);
}

/** What the command line says of how sure findings have to be: it goes before what the repository says of folders. */
function givenConfidence({ minConfidence }: ScanOptions): FindingSettings {
  return { folder: '', rules: {}, minConfidence, isGiven: true };
}

/** What the command line says of rules: it goes before what the repository says of the whole tree and of folders. */
function chosenRules({ excludeRule, onlyRule }: ScanOptions): FindingSettings[] {
  for (const name of [...excludeRule, ...onlyRule]) checkRuleName(name);
  const off = Object.fromEntries(excludeRule.map((name) => [name, 'off'] as const));
  const only = onlyRule.length === 0 ? {} : { only: onlyRule };
  if (excludeRule.length + onlyRule.length === 0) return [];
  return [{ folder: '', rules: off, ...only, isGiven: true }];
}

/** The same of what models may use: the repository lowers it, and never raises it. */
export function settledTriage(
  triage: TriageCommandOptions,
  settings: RepositorySettings,
  env: ProcessEnvironment,
): TriageCommandOptions & Pick<TriageRunOptions, 'notes' | 'memory'> {
  const {
    configuration: { budgets, review },
    notes,
  } = settings;
  return {
    ...{ ...triage, notes, memory: { kind: 'person' as const } },
    // The repository can say that its code is not to be run, and not that it is.
    reproduce: triage.reproduce && review.reproduce,
    maxMinutes: lowestBudgets({ max_minutes: triage.maxMinutes }, budgets).max_minutes,
    models: settledCaps(triage.models, settings, env),
  };
}

/** What models may cost: the least that the command line, the environment and the repository allow. */
export function settledCaps(
  flags: OpenModelFlags,
  { configuration: { budgets } }: RepositorySettings,
  env: ProcessEnvironment,
): OpenModelFlags {
  const allowed = {
    max_cost: flags.maxCost ?? amountIn(env, 'RUSTWARD_MAX_COST'),
    max_tokens: flags.maxTokens ?? amountIn(env, 'RUSTWARD_MAX_TOKENS'),
  };
  const lowest = lowestBudgets(allowed, budgets);
  return { ...flags, maxCost: lowest.max_cost, maxTokens: lowest.max_tokens };
}

/** What the environment allows; a value that is wrong is refused where models are configured. */
function amountIn(env: ProcessEnvironment, name: string): number | undefined {
  const amount = Number(env[name] || Number.NaN);
  return amount > 0 ? amount : undefined;
}
