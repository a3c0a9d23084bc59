import type { FileSurvey, ProjectKnowledge } from '../code/flow/project.ts';
import type { Grammars } from '../code/grammar.ts';
import { readSourceText } from '../workspace/source-text.ts';
import { type ExamineDeps, type ExaminedFile, examineFile } from './examine-file.ts';
import { KnowledgeReader, type SharedKnowledge } from './project-knowledge.ts';

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
  readonly knowledge: SharedKnowledge | undefined;
}

export type ScanTaskResult =
  | { readonly survey: FileSurvey | undefined }
  | { readonly examined: ExaminedFile };

export interface TaskDeps extends ExamineDeps {
  readonly survey: SurveyFile;
}

/** A function that does the tasks of a scan, in a thread or here. */
export function taskPerformer(deps: TaskDeps): (task: ScanTask) => Promise<ScanTaskResult> {
  const reader = new KnowledgeReader();
  return async ({ step, file, knowledge }) => {
    const project = reader.read(knowledge);
    if (step === 'examine') return { examined: await examineFile(file, deps, project) };
    const source = readSourceText(deps.root, file, deps.limits);
    if ('skip' in source) return { survey: undefined };
    return { survey: await deps.survey(file, source.text, deps.grammars, project) };
  };
}
