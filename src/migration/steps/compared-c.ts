import { ItemDigests, WHOLE_FILE } from '../../code/c/declarations/item-digests.ts';
import { plainTokens } from '../../code/c/declarations/named-items.ts';
import type { ClangUnit } from '../../code/clang/unit.ts';
import { type CDefinition, cDefinitionsOf, type ScannedC } from './c-definitions.ts';
import { type ReadSourceText, StepSources } from './step-sources.ts';

/** Digests of C by file and name: see `ItemDigests`. */
export type ComparedC = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Where a function uses more names than that, of the files of others all counts. */
const MAX_NAMES = 400;

type Names = Map<string, Set<string>>;

/**
 * Tells what C a comparison of a function runs: the function, and the functions of the project that it reaches by calls
 * or addresses, with the types, macros, constants and variables of the project that these name.
 */
export class ComparedCode {
  private readonly definitions: ReadonlyMap<string, CDefinition>;
  private readonly units: readonly ClangUnit[];
  private readonly sources: StepSources;
  private readonly digests: ItemDigests;
  private readonly own = new Map<CDefinition, Names>();

  constructor(scan: ScannedC, read: ReadSourceText) {
    this.definitions = cDefinitionsOf(scan);
    this.units = scan.units;
    this.sources = new StepSources(read);
    this.digests = new ItemDigests(read);
    // Read now: what is edited while a run goes on is not what was scanned.
    for (const definition of this.definitions.values()) this.namesOf(definition);
  }

  /** @param id of the symbol of a function */
  of(id: string): ComparedC {
    const names: Names = new Map();
    const reached = new Set([id]);
    // What is added on the way is visited, too.
    for (const each of reached) {
      const definition = this.definitions.get(each);
      if (definition === undefined) continue;
      const { calls, may_call: mayCall } = definition.symbol;
      for (const callee of [...calls, ...mayCall]) reached.add(callee);
      for (const [file, list] of this.namesOf(definition))
        for (const name of list) add(names, file, name);
    }
    return this.digested(names, this.definitions.get(id)?.symbol);
  }

  private digested(names: Names, own: CDefinition['symbol'] | undefined): ComparedC {
    const count = [...names.values()].reduce((sum, { size }) => sum + size, 0);
    const files = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(
      files.map(([file, list]) => {
        const isWhole = count > MAX_NAMES && file !== own?.file;
        const all = isWhole ? [WHOLE_FILE] : [...list].sort();
        return [file, Object.fromEntries(all.flatMap((name) => this.entryOf(file, name)))];
      }),
    );
  }

  /** Of what a macro makes a name for, or the text does not show where it is, all of the file counts. */
  private entryOf(file: string, name: string): [string, string][] {
    const digest = this.digests.digest(file, name);
    if (digest !== undefined) return [[name, digest]];
    const whole = this.digests.digest(file, WHOLE_FILE);
    return whole === undefined ? [] : [[WHOLE_FILE, whole]];
  }

  /** A function and what it names itself, by file. */
  private namesOf(definition: CDefinition): Names {
    const known = this.own.get(definition);
    if (known !== undefined) return known;
    const { unit, function: fn } = definition;
    const names: Names = new Map();
    const seen = new Set<string>();
    const see = (file: string, name: string, within: ClangUnit) => {
      if (seen.has(`${file}:${name}`)) return;
      seen.add(`${file}:${name}`);
      const text = this.digests.text(file, name);
      // The constants of one enum are one text, which counts once.
      if (text !== undefined && seen.has(`${file}\0${text}`)) return;
      if (text !== undefined) seen.add(`${file}\0${text}`);
      add(names, file, name);
      for (const word of wordsOf(text ?? ''))
        for (const place of this.placesOf(word, within)) see(place, word, within);
    };
    see(fn.range.file, fn.name, unit);
    // Something else of that name would be watched in its place.
    const found = this.digests.text(fn.range.file, fn.name);
    if (found?.includes(plainTokens(this.textOf(definition))) !== true)
      add(names, fn.range.file, WHOLE_FILE);
    const words = [...fn.macros, ...wordsOf(this.textOf(definition))];
    for (const word of words) for (const place of this.placesOf(word, unit)) see(place, word, unit);
    for (const { name, range } of this.sources.typesOf(definition)) {
      const word = /^(?:(?:struct|union|enum) )?(\w+)$/.exec(name)?.[1];
      if (word !== undefined) see(range.file, word, unit);
    }
    for (const name of fn.globals) {
      const global = this.sources.globalOf(name, unit, this.units);
      if (global === undefined) continue;
      const definer = this.units.find(({ globals }) => globals.includes(global)) ?? unit;
      see(global.range.file, name, definer);
    }
    this.own.set(definition, names);
    return names;
  }

  /** The lines of a function, which have what a macro makes a function of. */
  private textOf({ function: { range } }: CDefinition): string {
    return this.sources.between(range.file, range.startLine, range.endLine);
  }

  /** The files of the project that define a macro or a constant of a name. */
  private placesOf(word: string, unit: ClangUnit): string[] {
    const macros = (unit.macros.events.get(word) ?? []).flatMap(({ place }) => place?.file ?? []);
    const constants = this.sources.enumOf(word, unit)?.range.file;
    return constants === undefined ? macros : [...macros, constants];
  }
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\b[A-Za-z_]\w*\b/g) ?? [];
}

function add(names: Names, file: string, name: string): void {
  const known = names.get(file);
  if (known === undefined) names.set(file, new Set([name]));
  else known.add(name);
}
