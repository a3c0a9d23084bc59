import { join } from 'node:path';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { Completion, CompletionDeps } from '../complete/complete-batch.ts';
import { type CompletionPart, completeInterface } from '../complete/complete-interface.ts';
import type { CHeader } from '../complete/completion-values.ts';
import { type CrateFiles, loadCrate } from '../crate/crate-files.ts';
import { crateOfInterface } from '../crate/new-crate.ts';
import { findUnwrittenFunctions } from '../crate/unwritten.ts';
import { ARTIFACTS } from '../state/artifact-folder.ts';
import { INTERFACE_FILE, type InterfaceWork, loadInterfaceWork } from '../state/interface-work.ts';
import type { Progress } from '../state/progress.ts';
import { loadSymbolMap } from '../state/symbol-map.ts';
import { loadTypeLayout } from '../state/type-layout.ts';
import { writeAndCommit } from '../state/write-and-commit.ts';
import type { MigrationStep } from '../steps/step.ts';
import { knownWarningsOf } from '../transpile/known-warnings.ts';
import { type ModelUsage, meteredModel } from '../transpile/metered-model.ts';
import { crateChanges } from '../transpile/record-step.ts';
import type { RunStepDeps } from '../transpile/run-step.ts';

interface RecordCompletionDeps
  extends Omit<CompletionDeps, 'knownWarnings'>,
    Pick<RunStepDeps, 'costOf'> {
  /** The headers of the C; none when missing. */
  readonly headers?: readonly CHeader[];
}

interface CompletionRun {
  /** The folder of the crate. */
  readonly crate: string;
  readonly notes: string;
  readonly rustInterface: CrateFiles | undefined;
  readonly part: CompletionPart;
  /** Whether what was left before is tried again. */
  readonly retries: boolean;
}

/**
 * Writes what a given interface has beside the functions of the C, as one commit; nothing where there is
 * nothing to write.
 * @param project the real path of the project's folder
 * @returns what is known then
 * @throws ModelError when no model can be asked; UsageError when another program changes the crate
 *   meanwhile; the signal's reason
 */
export async function recordCompletion(
  project: string,
  steps: readonly MigrationStep[],
  progress: Progress,
  { crate, notes, rustInterface, part, retries }: CompletionRun,
  deps: RecordCompletionDeps,
): Promise<Progress> {
  const base = loadCrate(join(project, crate));
  const before = loadInterfaceWork(project);
  const leftBefore = new Set([
    ...(retries ? [] : before.left.map((one) => one.function)),
    ...before.kept,
  ]);
  const context = {
    ...{ steps, places: progress.places, blocked: progress.blocked, notes },
    ...{ mapped: loadSymbolMap(project), layout: loadTypeLayout(project) },
    headers: deps.headers ?? [],
    given: rustInterface === undefined ? new Map() : crateOfInterface('given', rustInterface),
  };
  const { model, metered } = meteredModel(deps.model, deps.costOf);
  const completion = await completeInterface(base, part, (name) => leftBefore.has(name), context, {
    ...{ ...deps, model },
    knownWarnings: await knownWarningsOf(base, deps.cargo),
  });
  const work = withCompletion(before, completion, metered(), deps.parser);
  if (JSON.stringify(work) === JSON.stringify(before)) return progress;
  const files = crateChanges(project, crate, { base, next: completion.files }, 'the interface');
  files[`${ARTIFACTS}/${INTERFACE_FILE}`] = `${JSON.stringify(work, null, 2)}\n`;
  return await writeAndCommit(project, files, messageOf(completion), { ...progress, commit: '' });
}

function withCompletion(
  before: InterfaceWork,
  { files, written, left, kept }: Completion,
  usage: ModelUsage,
  parser: SourceParser,
): InterfaceWork {
  const { metrics } = before;
  const all = new Map([...before.written, ...written].map((one) => [one.function, one]));
  const unwritten = new Set(findUnwrittenFunctions(parser, files));
  const open = [...before.left, ...left].filter((one) => unwritten.has(one.function));
  return {
    written: [...all.values()],
    left: [...new Map(open.map((one) => [one.function, one])).values()],
    kept: [...new Set([...before.kept, ...kept])],
    metrics: {
      calls: metrics.calls + usage.calls,
      input_tokens: metrics.input_tokens + usage.input_tokens,
      output_tokens: metrics.output_tokens + usage.output_tokens,
      cost: metrics.cost + usage.cost,
      prompts: { ...metrics.prompts, ...usage.prompts },
    },
  };
}

function messageOf({ written, left }: Completion): string {
  const lines = [
    ...written.map(({ function: name, stands_for: c }) =>
      c === undefined
        ? `${name}: written, with nothing in the C to compare it with.`
        : `${name}: written in the place of ${c}, and not compared with it.`,
    ),
    ...left.map(({ function: name, because }) => `${name}: left, because ${because}`),
  ];
  return `Write what the interface has beside the C\n\n${lines.map((line) => line.replaceAll(/\s+/g, ' ')).join('\n')}`;
}
