import { createHash } from 'node:crypto';
import type { SharedNames } from '../../code/c/ir/symbols.ts';
import type { DependencyNames, FileSurvey } from '../../code/flow/project/project-knowledge.ts';
import { parsePlainData, printPlainData } from '../../code/plain-data.ts';
import { readSourceBytes, type TextLimits } from '../../workspace/files/source-text.ts';
import type { ContentStore } from '../../workspace/state/content-store.ts';
import { buildDigestOf, configurationDigestOf } from './build/build-digest.ts';
import { NO_BUILDS, type TreeBuilds } from './build/tree-builds.ts';
import { RunMemory } from './run-memory.ts';
import type { SurveyedRust } from './rust-digests.ts';
import type { ScannedFile } from './scan-file.ts';
import type { ScanTaskResult } from './scan-runner.ts';
import { digestOf, type SurveyedFile } from './surveyed-file.ts';

/** One step of the analysis of one file, and all it depends on besides the file. */
export interface CacheKey {
  readonly step: 'survey' | 'examine';
  readonly file: string;
  /** The build that is meant, by its position, of a file with several. */
  readonly configuration?: number | undefined;
  /** What the file asks the project for; undefined where it has not been surveyed. */
  readonly dependencies: DependencyNames | undefined;
  /** Says what a file with these dependencies can see of the project. */
  readonly knowledge: (dependencies: DependencyNames | undefined) => string;
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

/** A result as the store has it: what a survey gives in each round stands by itself. */
type StoredResult =
  | { readonly examined: ScannedFile }
  | { readonly surveyedRust: SurveyedRust }
  | {
      readonly surveyed: Omit<SurveyedFile, 'survey'> & {
        readonly survey: Omit<FileSurvey, 'names' | 'dependencyNames'>;
      };
    };

/**
 * Results by the text of the file, what it can see of the project, and the engine. What a file asks the
 * project for is known by its text too, from the last time: where the answers are those of that time,
 * it asks the same again and the result is the same (a verifying trace: Mokhov, Mitchell and Peyton Jones,
 * "Build systems à la carte", ICFP 2018).
 * The store is the user's own: what it gives was put there by this code.
 */
export class StoredAnalysisCache implements AnalysisCache {
  private readonly store: ContentStore;
  private readonly engine: string;
  private readonly root: string;
  private readonly limits: TextLimits;
  private readonly builds: TreeBuilds;
  private readonly textDigests = new Map<string, string>();
  private readonly memory: RunMemory;
  /** Whether surveys stay in memory: nothing asks for them again but another version of the tree. */
  private readonly isShared: boolean;

  /**
   * @param engine names the code that made the results: another one may see other things
   * @param memory what the caches of two versions of a tree share
   */
  constructor(
    store: ContentStore,
    engine: string,
    root: string,
    limits: TextLimits,
    builds: TreeBuilds = NO_BUILDS,
    memory?: RunMemory,
  ) {
    this.memory = memory ?? new RunMemory();
    this.isShared = memory !== undefined;
    this.store = store;
    this.engine = engine;
    this.root = root;
    this.limits = limits;
    this.builds = builds;
  }

  get(question: CacheKey): ScanTaskResult | undefined {
    for (const dependencies of this.tracesOf(question)) {
      const found = this.find(question, dependencies);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What was found out when a file asked the project for this, and got the same answers. */
  private find(
    question: CacheKey,
    dependencies: DependencyNames | undefined,
  ): ScanTaskResult | undefined {
    const key = this.keyOf(question, dependencies);
    if (key === undefined) return undefined;
    const known = this.memory.surveys.get(key);
    if (known !== undefined) return { surveyed: known };
    const bytes = this.store.get(key);
    if (bytes === undefined) return undefined;
    const kept: StoredResult = parsePlainData(bytes.toString());
    if ('examined' in kept || 'surveyedRust' in kept) return kept;
    const { survey, ...rest } = kept.surveyed;
    const { digests } = rest;
    const names = this.namesOf(digests.names);
    if (names === undefined || dependencies === undefined) return undefined;
    const surveyed = { ...rest, survey: { ...survey, names, dependencyNames: dependencies } };
    this.remember(key, surveyed);
    return { surveyed };
  }

  put(question: CacheKey, result: ScanTaskResult): void {
    if ('examined' in result || 'surveyedRust' in result) {
      const [dependencies] = this.tracesOf(question);
      const key = this.keyOf(question, dependencies);
      if (key !== undefined) this.store.put(key, bytesOf(result));
      return;
    }
    // A file that has nothing to tell is soon surveyed again.
    if (!('surveyed' in result) || result.surveyed === undefined) return;
    const { survey, ...ofFile } = result.surveyed;
    const { digests } = ofFile;
    const { names, dependencyNames, ...rest } = survey;
    const key = this.keyOf(question, dependencyNames);
    if (key === undefined) return;
    this.putDependencies(question.file, dependencyNames);
    this.remember(key, result.surveyed);
    const kept: StoredResult = { surveyed: { ...ofFile, survey: rest } };
    this.store.put(key, bytesOf(kept));
    if (this.memory.names.has(digests.names)) return;
    this.memory.names.set(digests.names, names);
    this.store.put(this.keyOfNames(digests.names), bytesOf(names));
  }

  getSurveys(files: readonly string[]): readonly SurveyedFile[] | undefined {
    const key = this.keyOfSurveys(files);
    if (key === undefined) return undefined;
    const known = this.memory.groups.get(key);
    if (known !== undefined) return known;
    const bytes = this.store.get(key);
    if (bytes === undefined) return undefined;
    const surveyed: readonly SurveyedFile[] = parsePlainData(bytes.toString());
    for (const { survey, digests } of surveyed) this.memory.names.set(digests.names, survey.names);
    if (this.isShared) this.memory.groups.set(key, surveyed);
    return surveyed;
  }

  putSurveys(files: readonly string[], surveyed: readonly SurveyedFile[]): void {
    const key = this.keyOfSurveys(files);
    if (key === undefined) return;
    if (this.isShared) this.memory.groups.set(key, surveyed);
    this.store.put(key, bytesOf(surveyed));
  }

  private remember(key: string, surveyed: SurveyedFile): void {
    if (this.isShared) this.memory.surveys.set(key, surveyed);
  }

  /** The names of a file, which are the same in each round: kept, and read, once. */
  private namesOf(digest: string): SharedNames | undefined {
    const known = this.memory.names.get(digest);
    if (known !== undefined) return known;
    const bytes = this.store.get(this.keyOfNames(digest));
    if (bytes === undefined) return undefined;
    const names: SharedNames = parsePlainData(bytes.toString());
    this.memory.names.set(digest, names);
    return names;
  }

  private keyOfNames(digest: string): string {
    return ['names', this.engine, digest].join('\n');
  }

  /**
   * What a file may ask the project for: as its last survey says, and as it asked earlier. A survey asks for more as
   * more is known of the headers, so that each round may ask for something else.
   */
  private tracesOf({ step, file, dependencies }: CacheKey): (DependencyNames | undefined)[] {
    if (step !== 'survey' && dependencies !== undefined) return [dependencies];
    const asked = this.dependenciesOf(file);
    if (step !== 'survey' || dependencies === undefined)
      return asked.length > 0 ? [...asked] : [undefined];
    return [dependencies, ...without(asked, dependencies)];
  }

  /** What a file with this text asked for, the last time first. */
  private dependenciesOf(file: string): readonly DependencyNames[] {
    const key = this.keyOfDependencies(file);
    const known = this.memory.dependencies.get(key);
    if (known !== undefined) return known;
    const bytes = this.store.get(key);
    const asked: readonly DependencyNames[] = bytes ? parsePlainData(bytes.toString()) : [];
    this.memory.dependencies.set(key, asked);
    return asked;
  }

  private putDependencies(file: string, dependencies: DependencyNames): void {
    const known = this.dependenciesOf(file);
    const others = without(known, dependencies);
    if (others.length < known.length) return;
    const asked = [dependencies, ...others].slice(0, MAX_TRACES);
    const key = this.keyOfDependencies(file);
    this.memory.dependencies.set(key, asked);
    this.store.put(key, bytesOf(asked));
  }

  private keyOfDependencies(file: string): string {
    return ['dependencies', this.engine, file, this.textDigestOf(file)].join('\n');
  }

  private keyOf(
    { step, file, configuration, knowledge }: CacheKey,
    dependencies: DependencyNames | undefined,
  ): string | undefined {
    const text = this.textDigestOf(file);
    if (text === '') return undefined;
    if (configuration !== undefined) {
      const build = configurationDigestOf(this.builds, configuration);
      return [step, this.engine, file, text, build, knowledge(dependencies)].join('\n');
    }
    const asked = dependencies === undefined ? '' : digestOfNames(dependencies);
    return [step, this.engine, file, text, asked, knowledge(dependencies)].join('\n');
  }

  private keyOfSurveys(files: readonly string[]): string | undefined {
    const texts = files.map((file) => this.textDigestOf(file));
    if (texts.includes('')) return undefined;
    return ['surveys', this.engine, ...files.flatMap((file, at) => [file, texts[at]])].join('\0');
  }

  /** The digest of a file's text and of how it is compiled; empty where it is not examined, which is no result to keep. */
  private textDigestOf(file: string): string {
    const known = this.textDigests.get(file);
    if (known !== undefined) return known;
    const source = readSourceBytes(this.root, file, this.limits);
    const text = 'skip' in source ? '' : createHash('sha256').update(source.bytes).digest('base64');
    const digest = text === '' ? '' : `${text}${buildDigestOf(this.builds, file)}`;
    this.textDigests.set(file, digest);
    return digest;
  }
}

/** Two rounds over headers and two over all files, in two versions of a tree that differ in them. */
const MAX_TRACES = 8;

function without(
  all: readonly DependencyNames[],
  one: DependencyNames,
): readonly DependencyNames[] {
  return all.filter((other) => digestOfNames(other) !== digestOfNames(one));
}

const digests = new WeakMap<DependencyNames, string>();

/** The digest of what a file asks for, worked out once. */
function digestOfNames(dependencies: DependencyNames): string {
  const digest = digests.get(dependencies) ?? digestOf(dependencies);
  digests.set(dependencies, digest);
  return digest;
}

function bytesOf(data: unknown): Buffer {
  return Buffer.from(printPlainData(data));
}
