import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Symbols } from '../../code/c/ir/symbols.ts';
import {
  type DependencyNames,
  type ProjectKnowledge,
  symbolsSeenFrom,
} from '../../code/flow/project/project-knowledge.ts';
import { printPlainData } from '../../code/plain-data.ts';

/** What a file asks about names. */
type AskedNames = Pick<DependencyNames, 'names' | 'included'>;

/** What a name stands for, in short. */
interface Meaning {
  readonly digest: string;
  /** The names in its definitions. */
  readonly mentions: readonly string[];
}

/** A word of a definition, which may be the name of another. */
const WORD = /[A-Za-z_$][\w$]*/g;

/**
 * Says in a few bytes what the file-level names of a project mean in one of its files: the macros, types,
 * functions and variables that the file looks up, and those that their definitions name in turn.
 */
export class NameDigests {
  private readonly project: ProjectKnowledge;
  /** Names that any file defines. */
  private readonly defined: ReadonlySet<string>;
  /** By the printed definitions, of which most files see the same. */
  private readonly meanings = new Map<string, Meaning>();
  /** Of names that mean the same everywhere. */
  private readonly shared = new Map<string, Meaning>();
  /** By file, what it was asked with. */
  private readonly known = new Map<string, { dependencies: AskedNames; digest: string }>();

  constructor(project: ProjectKnowledge) {
    this.project = project;
    this.defined = new Set(
      project.names.flatMap(({ names }) => [
        ...names.macros.map(({ name }) => name),
        ...names.settings.map(([name]) => name),
        ...names.typedefs.map(([name]) => name),
        ...names.records.map(({ name }) => name),
        ...names.enumerators.map(([name]) => name),
        ...names.functions.map(({ name }) => name),
        ...names.classes.map(({ name }) => name),
        ...names.globals.map(({ name }) => name),
      ]),
    );
  }

  /** @param dependencies what the file asks the project for */
  digestFor(file: string, { names, included }: DependencyNames): string {
    const dependencies = { names, included };
    const known = this.known.get(file);
    if (isDeepStrictEqual(known?.dependencies, dependencies)) return known?.digest ?? '';
    const digest = this.computeDigest(file, dependencies);
    this.known.set(file, { dependencies, digest });
    return digest;
  }

  /** Whether names mean the same in a file of two versions of a project. */
  meanSame(
    file: string,
    here: DependencyNames,
    other: NameDigests,
    there: DependencyNames,
  ): boolean {
    const isSameQuestion = isDeepStrictEqual(
      [here.names, here.included],
      [there.names, there.included],
    );
    return (
      (this === other && isSameQuestion) ||
      this.digestFor(file, here) === other.digestFor(file, there)
    );
  }

  private computeDigest(file: string, { names, included }: AskedNames): string {
    const symbols = symbolsSeenFrom(this.project, file, included);
    const reached = new Set(names.filter((name) => this.defined.has(name)));
    const digests: string[] = [];
    // A set gives what is added to it while it is gone through, too.
    for (const name of reached) {
      const { digest, mentions } = this.meaningOf(name, symbols);
      digests.push(`${name} ${digest}`);
      for (const mentioned of mentions) reached.add(mentioned);
    }
    return createHash('sha256').update(digests.sort().join('\n')).digest('base64');
  }

  private meaningOf(name: string, symbols: Symbols): Meaning {
    const isShared = !symbols.defines(name);
    const known = isShared ? this.shared.get(name) : undefined;
    if (known !== undefined) return known;
    const text = printPlainData([
      symbols.macrosNamed(name),
      symbols.headersPrefer(name),
      symbols.typedef(name),
      symbols.record(name),
      symbols.enumerator(name),
      symbols.function(name),
      symbols.class(name),
      symbols.global(name)?.type,
    ]);
    const meaning = this.meanings.get(text) ?? {
      digest: createHash('sha256').update(text).digest('base64'),
      mentions: [...new Set(text.match(WORD))].filter((word) => this.defined.has(word)),
    };
    this.meanings.set(text, meaning);
    if (isShared) this.shared.set(name, meaning);
    return meaning;
  }
}

/** How many are kept: those of the headers of a project, and of all its files, in two versions. */
const MAX_KEPT = 4;

/**
 * The digests of names in the versions of a project: one for all those whose files define the same names and
 * include the same headers, since most changes are to what functions do.
 */
export class NameDigestPool {
  private readonly known = new Map<string, NameDigests>();

  /** @param digests of the names of each file in the project, by its path */
  digestsOf(
    project: ProjectKnowledge,
    digests: readonly (readonly [string, string])[],
  ): NameDigests {
    const key = printPlainData([digests, [...project.includes]]);
    const known = this.known.get(key) ?? new NameDigests(project);
    this.known.delete(key);
    this.known.set(key, known);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KEPT && oldest !== undefined) this.known.delete(oldest);
    return known;
  }
}
