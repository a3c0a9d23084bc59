import { knowledgeOf } from '../code/flow/join-surveys.ts';
import { NO_PROJECT, type ProjectKnowledge } from '../code/flow/project.ts';
import { languageOfPath } from '../code/language.ts';
import type { SourceFile } from '../workspace/source-files.ts';
import type { TaskOutcome, WeightedTask } from '../workspace/worker-pool.ts';
import type { AnalysisCache } from './analysis-cache.ts';
import { type ExaminedFile, failedAnalysis } from './examine-file.ts';
import { KnowledgeDigest } from './knowledge-digest.ts';
import type { ScanTask, ScanTaskResult } from './scan-task.ts';

/** Does tasks that may use the same knowledge of the project, and gives the outcomes in their order. */
export interface TaskRunner {
  run(
    tasks: readonly WeightedTask<ScanTask>[],
    knowledge: ProjectKnowledge,
    onDone: (done: number) => void,
  ): Promise<TaskOutcome<ScanTaskResult>[]>;
  close(): Promise<void>;
}

/** Above this size the files are surveyed once, so that chains over several files are followed less far. */
const SMALL_PROJECT = 3_000_000;

/** What all files together tell each, and how to tell one state of it from another. */
interface Round {
  readonly knowledge: ProjectKnowledge;
  readonly digest: KnowledgeDigest;
}

/**
 * Examines the files of a project: headers first for their names, then every C
 * and C++ file for what its functions do for others, then all with that
 * knowledge. What the cache knows is not done again.
 */
export async function examineProject(
  files: readonly SourceFile[],
  runner: TaskRunner,
  cache: AnalysisCache,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<ExaminedFile[]> {
  const rounds = surveyRounds(files);
  const total = rounds.reduce((sum, round) => sum + round.length, files.length);
  let before = 0;
  let known: Round = { knowledge: NO_PROJECT, digest: new KnowledgeDigest(NO_PROJECT, []) };
  const step = async (name: ScanTask['step'], round: readonly SourceFile[]) => {
    const base = before;
    const outcomes = await recall(name, round, known, runner, cache, (done) =>
      onProgress(base + done, total),
    );
    before += round.length;
    return outcomes;
  };
  for (const round of rounds) {
    // A survey that failed tells nothing; the examination of the same file will say why.
    const surveyed = (await step('survey', round)).flatMap((outcome) =>
      'result' in outcome && 'surveyed' in outcome.result ? (outcome.result.surveyed ?? []) : [],
    );
    const knowledge = knowledgeOf(surveyed.map(({ survey }) => survey));
    known = { knowledge, digest: new KnowledgeDigest(knowledge, surveyed) };
  }
  return (await step('examine', files)).map((outcome, index) => {
    const file = files[index]?.path ?? '';
    if ('error' in outcome) return failedAnalysis(file, outcome.error);
    if ('examined' in outcome.result) return outcome.result.examined;
    return failedAnalysis(file, 'it was surveyed instead of examined');
  });
}

/** The files that are surveyed, round by round; one file alone tells no other anything. */
function surveyRounds(files: readonly SourceFile[]): (readonly SourceFile[])[] {
  const cFiles = files.filter(({ path }) => /^c(?:pp)?$/.test(languageOfPath(path) ?? ''));
  if (cFiles.length < 2) return [];
  const headers = cFiles.filter(({ path }) => /\.(?:h|hh|hpp|hxx)$/i.test(path));
  const bytes = cFiles.reduce((sum, file) => sum + file.bytes, 0);
  const again = bytes <= SMALL_PROJECT ? [cFiles] : [];
  return [headers, headers, cFiles, ...again].filter((round) => round.length > 0);
}

/** Does one step for some files, as far as the cache does not know what it gives. */
async function recall(
  step: ScanTask['step'],
  files: readonly SourceFile[],
  { knowledge, digest }: Round,
  runner: TaskRunner,
  cache: AnalysisCache,
  onDone: (done: number) => void,
): Promise<TaskOutcome<ScanTaskResult>[]> {
  const questions = files.map(({ path }) => ({
    step,
    file: path,
    knowledge: () => digest.of(path),
  }));
  const outcomes = questions.map((question): TaskOutcome<ScanTaskResult> | undefined => {
    const result = cache.get(question);
    return result && { result };
  });
  const missing = outcomes.flatMap((outcome, index) => (outcome === undefined ? [index] : []));
  const known = files.length - missing.length;
  onDone(known);
  const tasks = missing.flatMap((index) => {
    const file = files[index];
    return file === undefined ? [] : [{ task: { step, file: file.path }, weight: file.bytes }];
  });
  const done =
    tasks.length === 0
      ? []
      : await runner.run(tasks, knowledge, (finished) => onDone(known + finished));
  for (const [at, outcome] of done.entries()) {
    const index = missing[at] ?? -1;
    outcomes[index] = outcome;
    const question = questions[index];
    if ('result' in outcome && question !== undefined) cache.put(question, outcome.result);
  }
  return outcomes.map((outcome) => outcome ?? { error: 'was not reached' });
}
