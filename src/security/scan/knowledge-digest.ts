import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { plainField } from '../../code/c/cfg/field-names.ts';
import {
  choosingHeaders,
  type DependencyNames,
  definitionsSeenFrom,
  type ProjectKnowledge,
} from '../../code/flow/project/project-knowledge.ts';
import { ELSEWHERE } from '../../code/flow/project/reached-headers.ts';
import type { NameDigestPool, NameDigests } from './name-digests.ts';
import { digestOf, type SurveyedFile, unplacedDigestOf } from './surveyed-file.ts';

/** The digests of what functions do, by their names: with and without the places of the steps. */
interface FunctionDigests {
  readonly functions: Map<string, string>;
  readonly fieldFunctions: Map<string, string>;
}

/**
 * Says in a few bytes what the analysis of one file can see of the project: where
 * that is the same as last time, so is what the analysis gives.
 */
export class KnowledgeDigest {
  private readonly knowledge: ProjectKnowledge;
  private readonly names: NameDigests;
  /** Of all that the files of the project tell. */
  private readonly whole: string;
  /** The names of each field with its records. */
  private readonly recordFields: ReadonlyMap<string, readonly string[]>;
  /** The files of each name, of which an `#include` may mean one. */
  private readonly filesByName: ReadonlyMap<string, readonly string[]>;
  private readonly mentions = new Map<string, DependencyNames>();
  private readonly ownFunctions = new Map<string, readonly string[]>();
  private readonly placed: FunctionDigests = { functions: new Map(), fieldFunctions: new Map() };
  private readonly unplaced: FunctionDigests = { functions: new Map(), fieldFunctions: new Map() };
  private readonly known = new Map<string, { dependencies: DependencyNames; digest: string }>();

  /**
   * @param surveyed what the knowledge was made from, in the same order
   * @param pool has the digests of names of other versions of the project
   */
  constructor(
    knowledge: ProjectKnowledge,
    surveyed: readonly SurveyedFile[],
    pool: NameDigestPool,
  ) {
    this.knowledge = knowledge;
    this.names = pool.digestsOf(
      knowledge,
      surveyed.map(({ survey, digests }) => [survey.file, digests.names] as const),
    );
    this.recordFields = Map.groupBy(knowledge.fieldTargets.keys(), plainField);
    this.filesByName = Map.groupBy(
      knowledge.names.map(({ file }) => file),
      (file) => posix.basename(file),
    );
    this.whole = joined(surveyed.map(({ digests }) => digests.whole));
    for (const { survey, digests } of surveyed) {
      this.mentions.set(survey.file, survey.dependencyNames);
      this.ownFunctions.set(
        survey.file,
        survey.summaries.map((summary) => summary.name),
      );
      for (const [index, { name }] of survey.summaries.entries()) {
        append(this.placed.functions, name, `${survey.file} ${digests.summaries[index]}`);
        append(this.unplaced.functions, name, `${survey.file} ${digests.unplacedSummaries[index]}`);
      }
      for (const [index, { name }] of survey.fieldFunctions.entries()) {
        append(this.placed.fieldFunctions, name, `${digests.fieldFunctions[index]}`);
        append(this.unplaced.fieldFunctions, name, `${digests.unplacedFieldFunctions[index]}`);
      }
    }
  }

  /** What a file names of others; undefined where it has not been surveyed. */
  namesIn(file: string): DependencyNames | undefined {
    return this.mentions.get(file);
  }

  /**
   * The digest of what a file can see; of all the knowledge where it is not known what the file asks.
   * @param dependencies what the file asks the project for
   */
  digestFor(file: string, dependencies = this.mentions.get(file)): string {
    if (dependencies === undefined) return this.whole;
    const known = this.known.get(file);
    if (known?.dependencies === dependencies) return known.digest;
    const digest = this.computeDigest(file, dependencies, this.placed, digestOf);
    this.known.set(file, { dependencies, digest });
    return digest;
  }

  /** The digest of all that any file can see. */
  get wholeDigest(): string {
    return this.whole;
  }

  /**
   * Whether a file sees the same of two versions of a project, but for the lines that other files have things on:
   * then the findings in the file are the same, whose ways may lead over other lines of others.
   */
  seesSame(file: string, other: KnowledgeDigest): boolean {
    const [here, there] = [this.mentions.get(file), other.mentions.get(file)];
    if (here === undefined || there === undefined) {
      return here === there && this.whole === other.whole;
    }
    return (
      this.seesSameData(file, here, other, there) &&
      this.names.meanSame(file, here, other.names, there)
    );
  }

  /** The same as comparing digests, which take several times longer to work out: mostly all is the same. */
  private seesSameData(
    file: string,
    here: DependencyNames,
    other: KnowledgeDigest,
    there: DependencyNames,
  ): boolean {
    const [now, before] = [this.dataFor(file, here), other.dataFor(file, there)];
    return (
      isDeepStrictEqual(
        digestsFor(now.called, this.unplaced),
        digestsFor(before.called, other.unplaced),
      ) &&
      (isDeepStrictEqual(now.data, before.data) ||
        unplacedDigestOf(now.data) === unplacedDigestOf(before.data))
    );
  }

  /** The digest of what a file can see, but for the lines that other files have things on. */
  unplacedDigestFor(file: string): string {
    const dependencies = this.mentions.get(file);
    return dependencies === undefined
      ? this.whole
      : this.computeDigest(file, dependencies, this.unplaced, unplacedDigestOf);
  }

  private computeDigest(
    file: string,
    dependencies: DependencyNames,
    digests: FunctionDigests,
    digestOfData: (value: unknown) => string,
  ): string {
    return joined([
      this.names.digestFor(file, dependencies),
      this.dataDigest(file, dependencies, digests, digestOfData),
    ]);
  }

  /** The digest of what a file can see of what functions do and fields hold. */
  private dataDigest(
    file: string,
    dependencies: DependencyNames,
    digests: FunctionDigests,
    digestOfData: (value: unknown) => string,
  ): string {
    const { data, called } = this.dataFor(file, dependencies);
    return joined([digestOfData(data), ...digestsFor(called, digests)]);
  }

  /** What a file can see of what fields hold and calls pass, and the functions of others that it calls. */
  private dataFor(
    file: string,
    dependencies: DependencyNames,
  ): { readonly data: unknown; readonly called: ReadonlySet<string> } {
    const { contents, fieldTargets, functions } = this.knowledge;
    const fields = dependencies.fields
      .flatMap((field) => this.recordFields.get(field) ?? [])
      .map((field) => [field, fieldTargets.get(field) ?? []] as const);
    const called = new Set([...dependencies.calls, ...fields.flatMap(([, names]) => names)]);
    const contexts = (this.ownFunctions.get(file) ?? []).map((name) => {
      const fn = functions.get(name)?.find((each) => each.file === file);
      return [name, fn?.context, fn?.closed];
    });
    const kept = dependencies.fieldLocations.map((location) => contents.get(location));
    const { hardlyTested, seldomTested } = this.knowledge;
    const untested = [hardlyTested, seldomTested].map((names) =>
      dependencies.calls.filter((name) => names.has(name)),
    );
    const internal = this.internalDefinitions(file, dependencies, called);
    // Which places the paths mean hangs on which files there are.
    const includable = [
      ...new Set(dependencies.included.map((path) => posix.basename(path.replace(ELSEWHERE, '')))),
    ].map((name) => this.filesByName.get(name));
    const choices = choosingHeaders(this.knowledge, file, dependencies.included).map((header) => [
      header,
      this.knowledge.includeChoices.get(header),
    ]);
    const data = [fields, contexts, kept, untested, internal, includable, choices];
    return { data, called };
  }

  /** The headers whose `static` functions a file may call, by the names that it calls. */
  private internalDefinitions(
    file: string,
    { included }: DependencyNames,
    called: ReadonlySet<string>,
  ): (readonly [string, readonly string[]])[] {
    const seen = definitionsSeenFrom(this.knowledge, file, included);
    return [...called].flatMap((name) => {
      const internal = (this.knowledge.functions.get(name) ?? []).filter((fn) => fn.isInternal);
      if (internal.length === 0) return [];
      return [[name, seen.seen(internal).map((fn) => fn.file)] as const];
    });
  }
}

/** The digests of what some functions do, each behind its name. */
function digestsFor(
  called: ReadonlySet<string>,
  { functions, fieldFunctions }: FunctionDigests,
): string[] {
  return [...called].flatMap((name) => [
    name,
    functions.get(name) ?? '',
    fieldFunctions.get(name) ?? '',
  ]);
}

function append(to: Map<string, string>, key: string, text: string): void {
  to.set(key, `${to.get(key) ?? ''}${text}\n`);
}

function joined(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64');
}
