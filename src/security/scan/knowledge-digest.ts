import { createHash } from 'node:crypto';
import type {
  DependencyNames,
  ProjectKnowledge,
} from '../../code/flow/project/project-knowledge.ts';
import { digestOf, type SurveyedFile } from './surveyed-file.ts';

/**
 * Says in a few bytes what the analysis of one file can see of the project: where
 * that is the same as last time, so is what the analysis gives.
 */
export class KnowledgeDigest {
  private readonly knowledge: ProjectKnowledge;
  private readonly names: string;
  private readonly whole: string;
  private readonly mentions = new Map<string, DependencyNames>();
  private readonly ownFunctions = new Map<string, readonly string[]>();
  private readonly functions = new Map<string, string>();
  private readonly fieldFunctions = new Map<string, string>();

  /** `surveyed`: what the knowledge was made from, in the same order. */
  constructor(knowledge: ProjectKnowledge, surveyed: readonly SurveyedFile[]) {
    this.knowledge = knowledge;
    this.names = joined(surveyed.map(({ digests }) => digests.names));
    this.whole = joined(surveyed.map(({ digests }) => digests.whole));
    for (const { survey, digests } of surveyed) {
      this.mentions.set(survey.file, survey.dependencyNames);
      this.ownFunctions.set(
        survey.file,
        survey.summaries.map((summary) => summary.name),
      );
      for (const [index, { name }] of survey.summaries.entries())
        append(this.functions, name, `${survey.file} ${digests.summaries[index]}`);
      for (const [index, { name }] of survey.fieldFunctions.entries())
        append(this.fieldFunctions, name, `${digests.fieldFunctions[index]}`);
    }
  }

  /** What a file names of others; undefined where it has not been surveyed. */
  namesIn(file: string): DependencyNames | undefined {
    return this.mentions.get(file);
  }

  /** The digest of what a file can see; of all the knowledge where the file has not been surveyed yet. */
  digestFor(file: string): string {
    const mentions = this.mentions.get(file);
    if (mentions === undefined) return this.whole;
    const { contents, fieldTargets, functions } = this.knowledge;
    const fields = mentions.fields.map((field) => [field, fieldTargets.get(field) ?? []] as const);
    const called = new Set([...mentions.calls, ...fields.flatMap(([, names]) => names)]);
    const contexts = (this.ownFunctions.get(file) ?? []).map((name) => {
      const fn = functions.get(name)?.find((each) => each.file === file);
      return [name, fn?.context, fn?.closed];
    });
    const kept = mentions.fieldLocations.map((location) => contents.get(location));
    return joined([
      this.names,
      digestOf([fields, contexts, kept]),
      ...[...called].flatMap((name) => [
        name,
        this.functions.get(name) ?? '',
        this.fieldFunctions.get(name) ?? '',
      ]),
    ]);
  }
}

function append(to: Map<string, string>, key: string, text: string): void {
  to.set(key, `${to.get(key) ?? ''}${text}\n`);
}

function joined(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64');
}
