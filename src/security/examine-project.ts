import { knowledgeOf } from '../code/flow/join-surveys.ts';
import { type FileSurvey, NO_PROJECT, type ProjectKnowledge } from '../code/flow/project.ts';
import { languageOfPath } from '../code/language.ts';
import type { SourceFile } from '../workspace/source-files.ts';
import type { TaskOutcome, WeightedTask } from '../workspace/worker-pool.ts';
import { type ExaminedFile, failedAnalysis } from './examine-file.ts';
import { type SharedKnowledge, shareKnowledge } from './project-knowledge.ts';
import type { ScanTask, ScanTaskResult } from './scan-task.ts';

/** Does tasks, in threads or here, and gives the outcomes in their order. */
export interface TaskRunner {
  run(
    tasks: readonly WeightedTask<ScanTask>[],
    onDone: (done: number) => void,
  ): Promise<TaskOutcome<ScanTaskResult>[]>;
  close(): Promise<void>;
}

/** Above this size the files are surveyed once, so that chains over several files are followed less far. */
const SMALL_PROJECT = 3_000_000;

/**
 * Examines the files of a project: headers first for their names, then every C
 * and C++ file for what its functions do for others, then all with that knowledge.
 */
export async function examineProject(
  files: readonly SourceFile[],
  runner: TaskRunner,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<ExaminedFile[]> {
  const cFiles = files.filter(({ path }) => /^c(?:pp)?$/.test(languageOfPath(path) ?? ''));
  const headers = cFiles.filter(({ path }) => /\.(?:h|hh|hpp|hxx)$/i.test(path));
  const bytes = cFiles.reduce((sum, file) => sum + file.bytes, 0);
  const rounds =
    cFiles.length < 2
      ? []
      : [headers, headers, cFiles, ...(bytes <= SMALL_PROJECT ? [cFiles] : [])].filter(
          (round) => round.length > 0,
        );
  const total = rounds.reduce((sum, round) => sum + round.length, files.length);
  let before = 0;
  let knowledge: ProjectKnowledge = NO_PROJECT;
  let shared: SharedKnowledge | undefined;
  for (const round of rounds) {
    const base = before;
    const outcomes = await runner.run(tasksFor('survey', round, shared), (done) =>
      onProgress(base + done, total),
    );
    before += round.length;
    knowledge = knowledgeOf(outcomes.flatMap(surveyOf));
    shared = shareKnowledge(knowledge, before);
  }
  const outcomes = await runner.run(tasksFor('examine', files, shared), (done) =>
    onProgress(before + done, total),
  );
  return outcomes.map((outcome, index) => {
    const file = files[index]?.path ?? '';
    if ('error' in outcome) return failedAnalysis(file, outcome.error);
    if ('examined' in outcome.result) return outcome.result.examined;
    return failedAnalysis(file, 'it was surveyed instead of examined');
  });
}

function tasksFor(
  step: ScanTask['step'],
  files: readonly SourceFile[],
  knowledge: SharedKnowledge | undefined,
): WeightedTask<ScanTask>[] {
  return files.map(({ path, bytes }) => ({ task: { step, file: path, knowledge }, weight: bytes }));
}

/** A survey that failed tells nothing; the examination of the same file will say why. */
function surveyOf(outcome: TaskOutcome<ScanTaskResult>): FileSurvey[] {
  if ('error' in outcome || !('survey' in outcome.result)) return [];
  return outcome.result.survey === undefined ? [] : [outcome.result.survey];
}
