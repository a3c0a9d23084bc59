import type { CType, RecordType } from '../../../code/c/ir/types.ts';
import type { FileNames } from '../../../code/flow/project/file-names.ts';
import { RESERVED, TYPE_WORDS, type WordIndex } from '../../../code/syntax/word-index.ts';
import { onlyMacros } from './only-macros.ts';

/** A word of a macro's body, and a part of a name that it joins to others. */
const WORD = /[A-Za-z_$][\w$]*/g;
const JOINED = /([A-Za-z_$][\w$]*)\s*##|##\s*([A-Za-z_$][\w$]*)/g;

/** Shorter parts of names say nothing. */
const MIN_JOINED = 3;

/** Which files of a tree have to do with a name, by themselves or through the macros of headers. */
export class Mentions {
  private readonly words: ReadonlyMap<string, readonly string[]>;
  private readonly named: ReadonlyMap<string, readonly string[]>;
  private readonly functions: ReadonlyMap<string, readonly string[]>;
  private readonly variables: ReadonlyMap<string, readonly string[]>;
  private readonly kept: ReadonlyMap<string, readonly string[]>;
  /** By function, the files that define one and only call it. */
  private readonly own: ReadonlyMap<string, readonly string[]>;
  /** By the words of their declarations, the files that give something its values by place. */
  private readonly filled: ReadonlyMap<string, readonly string[]>;
  /** By field, the files that have one for a function and give something its values by place. */
  private readonly ownHolders: ReadonlyMap<string, readonly string[]>;
  /** Parts of names, and the files that join them to others. */
  private readonly joining: readonly (readonly [part: string, file: string])[];
  /** The macros of headers whose bodies name a word. */
  private readonly macros = new Map<string, Set<string>>();
  /** What is a macro wherever it stands. */
  private readonly headerMacros: ReadonlySet<string>;
  private readonly headerGlobals = new Set<string>();
  private readonly joiningMacros: (readonly [part: string, macro: string])[] = [];
  /** By the name of a field, the types that have it as a function. */
  private readonly holders = new Map<string, Set<string>>();
  /** By the name of a record, the types that have one in them, itself among them. */
  private readonly around = new Map<string, Set<string>>();
  /** By the name of a record, what a file names that has one: types, fields, functions and globals. */
  private readonly ofRecord = new Map<string, Set<string>>();
  private readonly known = new Map<string, ReadonlySet<string>>();

  /** `headers`: the names that any file may use. */
  constructor(indexes: ReadonlyMap<string, WordIndex>, headers: readonly FileNames[]) {
    this.words = inverted(indexes, ({ words }) => words);
    this.named = inverted(indexes, ({ named }) => named);
    this.functions = inverted(indexes, ({ functions }) => functions);
    this.variables = inverted(indexes, ({ variables }) => variables);
    this.kept = inverted(indexes, ({ kept }) => kept);
    this.own = inverted(indexes, ({ own }) => own);
    this.filled = inverted(indexes, ({ filled }) => filled);
    this.ownHolders = inverted(indexes, ({ filled, pointers }) =>
      filled.size > 0 ? pointers : NO_FILES,
    );
    this.joining = [...indexes].flatMap(([file, { joined }]) =>
      joined.map((part) => [part, file] as const),
    );
    this.headerMacros = onlyMacros(headers);
    for (const { names } of headers) {
      for (const { name, parameters, body, guard } of names.macros) {
        // In their place stands what the file gives, which it mentions itself.
        const given = new Set(parameters);
        for (const [word] of `${body} ${guard}`.matchAll(WORD))
          if (!given.has(word)) addTo(this.macros, word, name);
        for (const [, left = '', right = ''] of body.matchAll(JOINED))
          for (const part of [left, right])
            if (part.length >= MIN_JOINED && !given.has(part))
              this.joiningMacros.push([part, name]);
      }
      for (const record of names.records) {
        this.addHolder(record, names.typedefs);
        for (const { name, type } of record.fields) {
          this.addOfRecord(type, name);
          this.addAround(type, record.name);
        }
      }
      for (const [name, type] of names.typedefs) {
        this.addOfRecord(type, name);
        this.addAround(type, name);
      }
      for (const { name, returns } of names.functions) this.addOfRecord(returns, name);
      for (const { name, type } of names.globals) {
        this.addOfRecord(type, name);
        this.headerGlobals.add(name);
      }
    }
  }

  /** Files in whose code a name may stand. */
  mentioning(name: string): ReadonlySet<string> {
    return this.remembered(`word ${name}`, () => this.filesWith(this.words, name));
  }

  /**
   * Files that may call a function of another file: those that name it, but for those of C that define one of that name
   * themselves and do nothing but call it.
   */
  callingOther(name: string, definedIn: string): ReadonlySet<string> {
    const own = [...(this.own.get(name) ?? []), definedIn];
    return this.remembered(`named ${name}`, () => this.filesWith(this.named, name)).difference(
      new Set(own),
    );
  }

  /** Files that may declare or define a function. */
  declaringFunction(name: string): ReadonlySet<string> {
    if (this.isNoDeclaration(name)) return NO_FILES;
    return this.remembered(`function ${name}`, () => this.filesWith(this.functions, name));
  }

  /** Files that may declare or define a variable outside of functions. */
  declaringVariable(name: string): ReadonlySet<string> {
    if (this.isNoDeclaration(name)) return NO_FILES;
    return this.remembered(`variable ${name}`, () => {
      const found = this.filesWith(this.variables, name);
      // What calls a macro outside of functions looks like a function.
      for (const macro of this.behindMacros(name))
        if (macro !== name) for (const file of this.functions.get(macro) ?? []) found.add(file);
      return found;
    });
  }

  /** Files that may put something into a field. */
  keeping(field: string): ReadonlySet<string> {
    return this.remembered(`kept ${field}`, () => {
      const found = new Set(this.kept.get(field));
      // A macro of a header may do it for them.
      for (const macro of this.behindMacros(field))
        if (macro !== field) for (const file of this.words.get(macro) ?? []) found.add(file);
      return found;
    });
  }

  /** Files that may put something into a global variable: they see a declaration of it. */
  keepingGlobal(name: string): ReadonlySet<string> {
    const mentioning = this.mentioning(name);
    if (this.headerGlobals.has(name)) return mentioning;
    return mentioning.intersection(this.declaringVariable(name));
  }

  /** Files that may put something into a field of a record. */
  keepingOf(record: string, field: string): ReadonlySet<string> {
    return this.remembered(`kept ${record}.${field}`, () => {
      const names = [record, ...(this.ofRecord.get(record) ?? [])];
      const knowing = new Set(names.flatMap((name) => [...this.mentioning(name)]));
      return this.keeping(field).intersection(knowing);
    });
  }

  /** Files that may put something into a field of a record by its place in an initialiser. */
  filling(record: string): ReadonlySet<string> {
    return this.remembered(`filled ${record}`, () => {
      const types = new Set([record]);
      // A set gives what is added to it while it is gone through, too.
      for (const type of types) for (const outer of this.around.get(type) ?? []) types.add(outer);
      return new Set([...types].flatMap((type) => this.filled.get(type) ?? []));
    });
  }

  /** Files that may put a function into a field, also by its place in an initialiser. */
  registering(field: string): ReadonlySet<string> {
    return this.remembered(`registered ${field}`, () => {
      const found = new Set(this.keeping(field));
      for (const type of this.holders.get(field) ?? [])
        for (const file of this.mentioning(type)) found.add(file);
      for (const file of this.ownHolders.get(field) ?? []) found.add(file);
      return found;
    });
  }

  /** Whether a name is one of the language, or a macro, so that it declares nothing where it stands. */
  private isNoDeclaration(name: string): boolean {
    return RESERVED.has(name) || this.headerMacros.has(name);
  }

  private remembered(key: string, find: () => ReadonlySet<string>): ReadonlySet<string> {
    const known = this.known.get(key) ?? find();
    this.known.set(key, known);
    return known;
  }

  private filesWith(table: ReadonlyMap<string, readonly string[]>, name: string): Set<string> {
    const found = new Set<string>();
    if (TYPE_WORDS.has(name)) return found;
    for (const word of this.behindMacros(name))
      for (const file of table.get(word) ?? []) found.add(file);
    for (const [part, file] of this.joining) if (isPart(part, name)) found.add(file);
    return found;
  }

  /** A name, and the macros of headers that expand to it. */
  private behindMacros(name: string): ReadonlySet<string> {
    const reached = new Set([name]);
    for (const [part, macro] of this.joiningMacros) if (isPart(part, name)) reached.add(macro);
    // A set gives what is added to it while it is gone through, too.
    for (const word of reached) for (const macro of this.macros.get(word) ?? []) reached.add(macro);
    return reached;
  }

  private addOfRecord(type: CType, name: string): void {
    if (type.kind === 'pointer') this.addOfRecord(type.to, name);
    else if (type.kind === 'array') this.addOfRecord(type.of, name);
    else if (type.kind === 'record') addTo(this.ofRecord, type.name, name);
  }

  /** Notes that a type has a record in itself. */
  private addAround(type: CType, outer: string): void {
    if (type.kind === 'array') this.addAround(type.of, outer);
    else if (type.kind === 'record' && type.name !== outer) addTo(this.around, type.name, outer);
  }

  private addHolder(record: RecordType, typedefs: FileNames['names']['typedefs']): void {
    const fields = record.fields.filter(({ type }) => isFunction(type));
    if (fields.length === 0) return;
    const types = typedefs
      .filter(([, type]) => type.kind === 'record' && type.name === record.name)
      .map(([name]) => name);
    for (const { name } of fields)
      for (const type of [record.name, ...types]) addTo(this.holders, name, type);
  }
}

const NO_FILES: ReadonlySet<string> = new Set();

function isPart(part: string, name: string): boolean {
  return name !== part && (name.startsWith(part) || name.endsWith(part));
}

function isFunction(type: CType): boolean {
  if (type.kind === 'pointer') return isFunction(type.to);
  if (type.kind === 'array') return isFunction(type.of);
  return type.kind === 'function';
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

function inverted(
  indexes: ReadonlyMap<string, WordIndex>,
  part: (index: WordIndex) => ReadonlySet<string>,
): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, index] of indexes) {
    for (const word of part(index)) {
      const known = files.get(word);
      if (known === undefined) files.set(word, [file]);
      else known.push(file);
    }
  }
  return files;
}
