import type { FileSurvey, ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { readSourceText } from '../../workspace/files/source-text.ts';
import { type ScanFileDeps, type ScannedFile, scanFile } from './scan-file.ts';
import { KnowledgeUnpacker, type SharedKnowledge } from './shared-knowledge.ts';
import { type SurveyedFile, withDigests } from './surveyed-file.ts';

/** A first look at a file for the sake of the others; undefined where it has nothing to tell. */
export type SurveyFile = (
  path: string,
  text: string,
  grammars: Grammars,
  project: ProjectKnowledge,
) => Promise<FileSurvey | undefined>;

/** One piece of work of a scan; plain data, so that it can cross threads. */
export interface ScanTask {
  readonly step: 'survey' | 'examine';
  readonly file: string;
}

/** The same for a thread, which has to be told what the project knows. */
export interface ThreadTask extends ScanTask {
  readonly knowledge: SharedKnowledge | undefined;
}

export type ScanTaskResult =
  | { readonly surveyed: SurveyedFile | undefined }
  | { readonly examined: ScannedFile };

export interface TaskDeps extends ScanFileDeps {
  readonly survey: SurveyFile;
}

/** Does one task of a scan, in a thread or here. */
export async function performTask(
  { step, file }: ScanTask,
  deps: TaskDeps,
  project: ProjectKnowledge,
): Promise<ScanTaskResult> {
  if (step === 'examine') return { examined: await scanFile(file, deps, project) };
  const source = readSourceText(deps.root, file, deps.limits);
  if ('skip' in source) return { surveyed: undefined };
  const survey = await deps.survey(file, source.text, deps.grammars, project);
  return { surveyed: survey && withDigests(survey) };
}

/** A function that does the tasks of a thread. */
export function threadTaskHandler(deps: TaskDeps): (task: ThreadTask) => Promise<ScanTaskResult> {
  const unpacker = new KnowledgeUnpacker();
  return (task) => performTask(task, deps, unpacker.unpack(task.knowledge));
}
