import { join } from 'node:path';
import type { Evidence, OtherDifference } from '../../equivalence/evidence/evidence.ts';
import { type CrateFiles, loadCrate } from '../crate/crate-files.ts';
import { crateItems, itemChanges } from '../crate/item-changes.ts';
import { CrateDigests } from '../state/changed-rust.ts';
import { loadProgress, type Progress } from '../state/progress.ts';
import { loadSymbolMap, type MappedSymbol, symbolFiles } from '../state/symbol-map.ts';
import { writeAndCommit } from '../state/write-and-commit.ts';
import type { MigrationStep } from '../steps/step.ts';
import type { AttemptResult } from '../transpile/attempt-deps.ts';
import { differenceText } from '../transpile/compare-step.ts';
import { knownWarningsOf } from '../transpile/known-warnings.ts';
import { meteredModel } from '../transpile/metered-model.ts';
import { orNone } from '../transpile/plan-again.ts';
import { crateChanges, mappedSymbols, planOfMapped } from '../transpile/record-step.ts';
import { crateBefore } from './crate-before.ts';
import type { MigrationDeps, MigrationOptions } from './migration-run.ts';
import { askForRepair } from './repair-functions.ts';

/** The functions of a sequence of calls that are asked about, where each is said to be right. */
const MAX_SUSPECTS = 3;
/** So often a function is asked about that is found to be right. */
const MAX_QUESTIONS = 2;
/** It was repaired, or could not be. */
const DONE = Number.POSITIVE_INFINITY;

/**
 * Reopens a migrated function that does something else than its C, as the comparison of another one has
 * shown: its evidence says so, and it is repaired, once in a run. Where it is found to be right, those that were
 * called before it are asked about.
 * @param project the real path of the project's folder
 * @param steps all of the project
 * @param asked how often functions were asked about in this run, by paths of the Rust; what is asked here is added
 * @throws ModelError when no model can be asked; UsageError when another program changes the crate
 *   meanwhile; the signal's reason
 */
export async function reopenFunction(
  project: string,
  steps: readonly MigrationStep[],
  other: OtherDifference,
  options: MigrationOptions,
  deps: MigrationDeps,
  asked: Map<string, number>,
): Promise<void> {
  const mapped = loadSymbolMap(project);
  const suspects = [other.rust_symbol, ...other.called_before].flatMap(
    (path) => mapped.find(({ rust_symbol }) => rust_symbol === path) ?? [],
  );
  const [blamed] = suspects;
  if (blamed === undefined || !isOpen(blamed)) return;
  deps.onProgress(`${blamed.c_qname} does something else than the C: ${other.input}`);
  const reopened = { ...blamed, evidence: differentOf(other) };
  await recordEvidence(project, [reopened], `${blamed.c_qname} differs from its C`, other, deps);
  const mayAsk = ({ c_qname, rust_symbol }: MappedSymbol) =>
    (asked.get(rust_symbol) ?? 0) < MAX_QUESTIONS &&
    (options.only.length === 0 || options.only.includes(c_qname));
  if (!mayAsk(blamed)) return;
  for (const suspect of suspects.filter(mayAsk).slice(0, MAX_SUSPECTS)) {
    const { rust_symbol: path } = suspect;
    const round = (asked.get(path) ?? 0) + 1;
    const found = await repairSuspect(project, steps, suspect, other, round, options, deps);
    asked.set(path, found === 'right' ? round : DONE);
    if (found === 'not repaired') return;
    if (found === 'right') continue;
    // Another one was wrong: what was seen of this one holds again.
    if (suspect !== blamed) {
      const title = `${blamed.c_qname} was not what differs`;
      await recordEvidence(project, [blamed], title, other, deps);
    }
    return;
  }
  const because = `in calls of it the C gives something else, and a second reader finds the Rust right: ${other.input}`;
  const settled: Evidence = { kind: 'not checked', because, remedy: 'none' };
  const title = `${blamed.c_qname} is right, as a second reader finds`;
  await recordEvidence(project, [{ ...blamed, evidence: settled }], title, other, deps);
}

/**
 * Has a function repaired of which a comparison with the C as it is has shown that it differs; once in a run, as those
 * that are reopened. Its evidence says so already, and stays where no repair helps.
 */
export async function repairDifferent(
  project: string,
  steps: readonly MigrationStep[],
  other: OtherDifference,
  options: MigrationOptions,
  deps: MigrationDeps,
  asked: Map<string, number>,
): Promise<void> {
  const path = other.rust_symbol;
  const suspect = loadSymbolMap(project).find(({ rust_symbol }) => rust_symbol === path);
  if (suspect === undefined || asked.has(path)) return;
  await repairSuspect(project, steps, suspect, other, 1, options, deps);
  asked.set(path, DONE);
}

function isOpen({ evidence }: MappedSymbol): boolean {
  return (
    evidence.kind === 'equal' || (evidence.kind === 'not checked' && evidence.remedy !== 'none')
  );
}

async function repairSuspect(
  project: string,
  steps: readonly MigrationStep[],
  suspect: MappedSymbol,
  other: OtherDifference,
  round: number,
  { crate, notes, repairs }: MigrationOptions,
  deps: MigrationDeps,
): Promise<'repaired' | 'right' | 'not repaired'> {
  const step = steps.find(({ functions }) =>
    functions.some(({ name }) => name === suspect.c_qname),
  );
  if (step === undefined) return 'not repaired';
  deps.onProgress(`${suspect.c_qname} is looked at once more`);
  const files = loadCrate(join(project, crate));
  const { model, metered } = meteredModel(deps.model, deps.costOf);
  const plan = planOfMapped(suspect);
  const text = `${differenceText(other)}\n\nThe result that differs is that of ${other.c_name}. Look at ${suspect.c_qname}: if it is right, and another of these calls leaves what makes the result differ, say so with <RIGHT>.`;
  const failure = { kind: 'difference' as const, text, isDisputable: true };
  const found = { files, failure, difference: { plan, evidence: other }, round };
  const base = await crateBefore(project, crate, step, files, deps.parser);
  const knownWarnings = await knownWarningsOf(files, deps.cargo);
  const question = { base, notes, repairs, knownWarnings };
  const result = await orNone(
    askForRepair(project, steps, step, found, question, { ...deps, model }),
  );
  const progress = withUsage(progressOf(project), step, metered());
  if (result?.kind !== 'done') {
    const why = result === undefined ? 'there is no answer' : result.reason.split('\n')[0];
    deps.onProgress(`${suspect.c_qname} was not repaired: ${why}`);
    return 'not repaired';
  }
  if (!isChanged(files, result, deps)) return 'right';
  const { metrics } = progress.converted.find(isOf(step)) ?? {};
  const isWanted =
    deps.confirm === undefined ||
    metrics === undefined ||
    (await deps.confirm(step, { ...result, metrics }));
  if (!isWanted) return 'not repaired';
  const changed = crateChanges(
    project,
    crate,
    { base: files, next: result.files },
    `${suspect.c_qname} was repaired and another one`,
  );
  Object.assign(
    changed,
    symbolFiles(
      mappedSymbols(step, result, new CrateDigests(deps.parser, result.files), deps.now()),
    ),
  );
  const message = `Repair ${suspect.c_qname}, which differs from its C\n\n${wordsOf(other)}`;
  await writeAndCommit(project, changed, message, progress);
  return 'repaired';
}

function isChanged(
  before: CrateFiles,
  { files }: Extract<AttemptResult, { kind: 'done' }>,
  { parser }: MigrationDeps,
): boolean {
  const { added, changed, removed } = itemChanges(
    crateItems(parser, before),
    crateItems(parser, files),
  );
  return added.length + changed.length + removed.length > 0;
}

async function recordEvidence(
  project: string,
  symbols: readonly MappedSymbol[],
  title: string,
  other: OtherDifference,
  { now }: MigrationDeps,
): Promise<void> {
  const dated = symbols.map((one) => ({ ...one, updated_at: now().toISOString() }));
  const message = `${title}\n\n${wordsOf(other)}`;
  const progress = { ...progressOf(project), commit: '' };
  await writeAndCommit(project, symbolFiles(dated), message, progress);
}

function progressOf(project: string): Progress {
  const progress = loadProgress(project);
  if (progress === undefined) throw new Error('a migration that was begun has its progress');
  return progress;
}

function isOf({ functions }: MigrationStep) {
  return (one: Progress['converted'][number]) =>
    functions.some(({ name }) => one.functions.includes(name));
}

/** What a step took, with what was asked since. */
function withUsage(
  progress: Progress,
  step: MigrationStep,
  usage: ReturnType<ReturnType<typeof meteredModel>['metered']>,
): Progress {
  const converted = progress.converted.map((one) => {
    if (!isOf(step)(one)) return one;
    const { metrics } = one;
    return {
      ...one,
      metrics: {
        ...metrics,
        calls: metrics.calls + usage.calls,
        input_tokens: metrics.input_tokens + usage.input_tokens,
        output_tokens: metrics.output_tokens + usage.output_tokens,
        cost: metrics.cost + usage.cost,
        prompts: { ...metrics.prompts, ...usage.prompts },
      },
    };
  });
  return { ...progress, commit: '', converted };
}

function differentOf({ input, c, rust, test }: OtherDifference): Evidence {
  return { kind: 'different', input, c, rust, test, cases: 1, seed: 0, milliseconds: 0 };
}

function wordsOf({ input, c, rust }: OtherDifference): string {
  return `For ${input} the C gives ${c}, the Rust ${rust}.`;
}
