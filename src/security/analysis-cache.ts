import { createHash } from 'node:crypto';
import type { ContentStore } from '../workspace/content-store.ts';
import { parsePlainData, printPlainData } from '../workspace/plain-data.ts';
import { readSourceText, type TextLimits } from '../workspace/source-text.ts';
import type { ScanTaskResult } from './scan-task.ts';

/** One step of the analysis of one file, and all it depends on besides the file. */
export interface CacheQuestion {
  readonly step: 'survey' | 'examine';
  readonly file: string;
  /** Says what the file can see of the project. */
  readonly knowledge: () => string;
}

/** Results of earlier scans, by all they depend on. */
export interface AnalysisCache {
  get(question: CacheQuestion): ScanTaskResult | undefined;
  put(question: CacheQuestion, result: ScanTaskResult): void;
}

/** Nothing is remembered. */
export const NO_CACHE: AnalysisCache = { get: () => undefined, put: () => undefined };

/**
 * Results by the text of the file, what it can see of the project, and the engine.
 * The store is the user's own: what it gives was put there by this code.
 */
export class StoredAnalyses implements AnalysisCache {
  private readonly store: ContentStore;
  private readonly engine: string;
  private readonly root: string;
  private readonly limits: TextLimits;
  private readonly texts = new Map<string, string>();

  /** `engine` names the code that made the results: another one may see other things. */
  constructor(store: ContentStore, engine: string, root: string, limits: TextLimits) {
    this.store = store;
    this.engine = engine;
    this.root = root;
    this.limits = limits;
  }

  get(question: CacheQuestion): ScanTaskResult | undefined {
    const key = this.keyOf(question);
    const bytes = key === undefined ? undefined : this.store.get(key);
    if (bytes === undefined) return undefined;
    const result: ScanTaskResult = parsePlainData(bytes.toString());
    return result;
  }

  put(question: CacheQuestion, result: ScanTaskResult): void {
    // A file that has nothing to tell is soon surveyed again.
    if ('surveyed' in result && result.surveyed === undefined) return;
    const key = this.keyOf(question);
    if (key !== undefined) this.store.put(key, Buffer.from(printPlainData(result)));
  }

  private keyOf({ step, file, knowledge }: CacheQuestion): string | undefined {
    const text = this.textOf(file);
    return text === '' ? undefined : [step, this.engine, file, text, knowledge()].join('\n');
  }

  /** The digest of a file's text; empty where it is not examined, which is no result to keep. */
  private textOf(file: string): string {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    const source = readSourceText(this.root, file, this.limits);
    const digest =
      'skip' in source
        ? ''
        : createHash('sha256')
            .update(source.replaced ? 'replaced\n' : '')
            .update(source.text)
            .digest('base64');
    this.texts.set(file, digest);
    return digest;
  }
}
