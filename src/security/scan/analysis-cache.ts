import { createHash } from 'node:crypto';
import type { SharedNames } from '../../code/c/ir/symbols.ts';
import type { FileSurvey } from '../../code/flow/project/project-knowledge.ts';
import { parsePlainData, printPlainData } from '../../code/plain-data.ts';
import { readSourceBytes, type TextLimits } from '../../workspace/files/source-text.ts';
import type { ContentStore } from '../../workspace/state/content-store.ts';
import type { ScannedFile } from './scan-file.ts';
import type { ScanTaskResult } from './scan-runner.ts';
import type { SurveyDigests, SurveyedFile } from './surveyed-file.ts';

/** One step of the analysis of one file, and all it depends on besides the file. */
export interface CacheKey {
  readonly step: 'survey' | 'examine';
  readonly file: string;
  /** Says what the file can see of the project. */
  readonly knowledge: () => string;
}

/** Results of earlier scans, by all they depend on. */
export interface AnalysisCache {
  get(question: CacheKey): ScanTaskResult | undefined;
  put(question: CacheKey, result: ScanTaskResult): void;
  /** What surveys of files that know nothing but each other gave. */
  getSurveys(files: readonly string[]): readonly SurveyedFile[] | undefined;
  putSurveys(files: readonly string[], surveyed: readonly SurveyedFile[]): void;
}

/** Nothing is remembered. */
export const NO_CACHE: AnalysisCache = {
  get: () => undefined,
  put: () => undefined,
  getSurveys: () => undefined,
  putSurveys: () => undefined,
};

/** A result as the store has it: the names that a survey gives stand by themselves. */
type StoredResult =
  | { readonly examined: ScannedFile }
  | {
      readonly surveyed: {
        readonly survey: Omit<FileSurvey, 'names'>;
        readonly digests: SurveyDigests;
      };
    };

/**
 * Results by the text of the file, what it can see of the project, and the engine.
 * The store is the user's own: what it gives was put there by this code.
 */
export class StoredAnalysisCache implements AnalysisCache {
  private readonly store: ContentStore;
  private readonly engine: string;
  private readonly root: string;
  private readonly limits: TextLimits;
  private readonly textDigests = new Map<string, string>();
  private readonly names = new Map<string, SharedNames>();

  /** `engine` names the code that made the results: another one may see other things. */
  constructor(store: ContentStore, engine: string, root: string, limits: TextLimits) {
    this.store = store;
    this.engine = engine;
    this.root = root;
    this.limits = limits;
  }

  get(question: CacheKey): ScanTaskResult | undefined {
    const key = this.keyOf(question);
    const bytes = key === undefined ? undefined : this.store.get(key);
    if (bytes === undefined) return undefined;
    const kept: StoredResult = parsePlainData(bytes.toString());
    if ('examined' in kept) return kept;
    const { digests, survey } = kept.surveyed;
    const names = this.namesOf(digests.names);
    return names && { surveyed: { digests, survey: { ...survey, names } } };
  }

  put(question: CacheKey, result: ScanTaskResult): void {
    const key = this.keyOf(question);
    if (key === undefined) return;
    if ('examined' in result) return this.store.put(key, bytesOf(result));
    // A file that has nothing to tell is soon surveyed again.
    if (!('surveyed' in result) || result.surveyed === undefined) return;
    const { survey, digests } = result.surveyed;
    const { names, ...rest } = survey;
    const kept: StoredResult = { surveyed: { digests, survey: rest } };
    this.store.put(key, bytesOf(kept));
    if (this.names.has(digests.names)) return;
    this.names.set(digests.names, names);
    this.store.put(this.keyOfNames(digests.names), bytesOf(names));
  }

  getSurveys(files: readonly string[]): readonly SurveyedFile[] | undefined {
    const key = this.keyOfSurveys(files);
    const bytes = key === undefined ? undefined : this.store.get(key);
    if (bytes === undefined) return undefined;
    const surveyed: readonly SurveyedFile[] = parsePlainData(bytes.toString());
    for (const { survey, digests } of surveyed) this.names.set(digests.names, survey.names);
    return surveyed;
  }

  putSurveys(files: readonly string[], surveyed: readonly SurveyedFile[]): void {
    const key = this.keyOfSurveys(files);
    if (key !== undefined) this.store.put(key, bytesOf(surveyed));
  }

  /** The names of a file, which are the same in each round: kept, and read, once. */
  private namesOf(digest: string): SharedNames | undefined {
    const known = this.names.get(digest);
    if (known !== undefined) return known;
    const bytes = this.store.get(this.keyOfNames(digest));
    if (bytes === undefined) return undefined;
    const names: SharedNames = parsePlainData(bytes.toString());
    this.names.set(digest, names);
    return names;
  }

  private keyOfNames(digest: string): string {
    return ['names', this.engine, digest].join('\n');
  }

  private keyOf({ step, file, knowledge }: CacheKey): string | undefined {
    const text = this.textDigestOf(file);
    return text === '' ? undefined : [step, this.engine, file, text, knowledge()].join('\n');
  }

  private keyOfSurveys(files: readonly string[]): string | undefined {
    const texts = files.map((file) => this.textDigestOf(file));
    if (texts.includes('')) return undefined;
    return ['surveys', this.engine, ...files.flatMap((file, at) => [file, texts[at]])].join('\0');
  }

  /** The digest of a file's text; empty where it is not examined, which is no result to keep. */
  private textDigestOf(file: string): string {
    const known = this.textDigests.get(file);
    if (known !== undefined) return known;
    const source = readSourceBytes(this.root, file, this.limits);
    const digest =
      'skip' in source ? '' : createHash('sha256').update(source.bytes).digest('base64');
    this.textDigests.set(file, digest);
    return digest;
  }
}

function bytesOf(data: unknown): Buffer {
  return Buffer.from(printPlainData(data));
}
