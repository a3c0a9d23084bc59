import { createHash } from 'node:crypto';
import type { RustKnowledge, RustSurvey } from '../../code/rust/project/rust-knowledge.ts';
import { digestOf, unplacedDigestOf } from './surveyed-file.ts';

/** What a Rust file tells the others, and the words by which it may ask them. Plain data. */
export interface SurveyedRust {
  readonly survey: RustSurvey;
  /** Every identifier in its text, once. */
  readonly words: readonly string[];
}

const WORD = /[A-Za-z_]\w*/g;

/** The words of a text. */
export function wordsIn(text: string): string[] {
  return [...new Set(text.match(WORD))].sort();
}

/** By a word, the digests of what it may mean in some file. */
type Meanings = ReadonlyMap<string, string>;

/**
 * Says in a few bytes what the analysis of one Rust file can see of the others: where that is the same
 * as last time, so is what the analysis gives. Whatever a file asks for has a name that stands in its
 * text: a function that it calls or defines, a struct or one of its fields.
 */
export class RustDigests {
  private readonly words = new Map<string, readonly string[]>();
  private readonly placed: Meanings;
  private readonly unplaced: Meanings;
  private readonly everywhere: string;

  constructor(surveyed: readonly SurveyedRust[]) {
    for (const { survey, words } of surveyed) this.words.set(survey.file, words);
    this.placed = meaningsOf(surveyed, digestOf);
    this.unplaced = meaningsOf(surveyed, unplacedDigestOf);
    this.everywhere = digestOf(
      surveyed.map(({ survey: { file, testModules, takesBack } }) => [
        file,
        testModules,
        takesBack,
      ]),
    );
  }

  /** The digest of what a file can see; of nothing where it was not surveyed. */
  digestFor(file: string): string {
    return this.digestWith(file, this.placed);
  }

  /** The same, but for the lines that other files have things on. */
  unplacedDigestFor(file: string): string {
    return this.digestWith(file, this.unplaced);
  }

  private digestWith(file: string, meanings: Meanings): string {
    const words = this.words.get(file);
    if (words === undefined) return '';
    const hash = createHash('sha256').update(this.everywhere);
    for (const word of words) {
      const meaning = meanings.get(word);
      if (meaning !== undefined) hash.update(`\0${word} ${meaning}`);
    }
    return hash.digest('base64');
  }
}

/** What all Rust files of a project tell each. */
export function rustKnowledgeOf(surveyed: readonly SurveyedRust[]): RustKnowledge {
  return { files: surveyed.map(({ survey }) => survey) };
}

function meaningsOf(
  surveyed: readonly SurveyedRust[],
  digest: (value: unknown) => string,
): Meanings {
  const meanings = new Map<string, string>();
  const add = (word: string, text: string) => {
    // The name of a macro's rule ends in a sign that is no part of the word.
    const key = word.replace(/!$/, '');
    meanings.set(key, `${meanings.get(key) ?? ''}${text}\n`);
  };
  for (const { survey } of surveyed) {
    const { file } = survey;
    for (const signature of survey.functions) add(signature.name, `${file} ${digest(signature)}`);
    for (const returned of survey.returned) add(returned.name, `${file} ${digest(returned)}`);
    for (const passed of survey.passed) add(passed.name, `${file} ${digest(passed)}`);
    for (const shape of survey.structs) {
      const text = `${file} ${digest(shape)}`;
      for (const word of new Set([shape.name, ...shape.fields.map(({ name }) => name)]))
        add(word, text);
    }
  }
  return meanings;
}
