import { CallGraph, type GraphFunction, innermostAt } from '../../code/graph/call-graph.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { languageOf } from '../../code/syntax/language.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { type RedactedLines, redactLines } from '../../model/redaction/redacted-lines.ts';
import { readSourceText, TEXT_LIMITS, type TextLimits } from '../../workspace/files/source-text.ts';
import type { ScannedFile } from '../scan/scan-file.ts';
import { definitionsIn, type FileDefinition } from './file-definitions.ts';
import type { SourceChange } from './source-change.ts';
import { linesWithoutComments } from './without-comments.ts';

/** Syntax trees that are kept at the same time. */
const MAX_TREES = 32;

/** What the index needs of a scan's outcome. */
export interface IndexedSources {
  readonly root: string;
  readonly files: readonly Pick<ScannedFile, 'file' | 'functions'>[];
}

export interface SourceIndexOptions {
  readonly change?: SourceChange | undefined;
  readonly limits?: TextLimits;
}

/** The sources of a scanned tree: who calls whom, and the text and syntax of a file when asked for. */
export class SourceIndex {
  readonly root: string;
  readonly graph: CallGraph;
  /** The paths of all files, relative to the root. */
  readonly files: readonly string[];
  /** What the change under review did to them; undefined where all of a tree is reviewed. */
  readonly change: SourceChange | undefined;
  private readonly functions: ReadonlyMap<string, readonly GraphFunction[]>;
  private readonly grammars: Grammars;
  private readonly limits: TextLimits;
  private readonly texts = new Map<string, readonly string[]>();
  private readonly codes = new Map<string, readonly string[]>();
  private readonly shownTexts = new Map<string, RedactedLines>();
  private addressTaken: AddressesTaken | undefined;
  private callsThroughFields:
    | ReadonlyMap<string, readonly { caller: GraphFunction; line: number }[]>
    | undefined;
  private readonly fileDefinitions = new Map<string, Promise<readonly FileDefinition[]>>();
  private readonly trees = new Map<string, Promise<SyntaxTree | undefined>>();

  constructor(
    sources: IndexedSources,
    grammars: Grammars,
    { change, limits = TEXT_LIMITS }: SourceIndexOptions = {},
  ) {
    this.root = sources.root;
    this.change = change;
    this.files = sources.files.map(({ file }) => file);
    this.functions = new Map(
      sources.files.map(({ file, functions }) => [file, functions.map((fn) => ({ file, ...fn }))]),
    );
    this.graph = new CallGraph([...this.functions.values()].flat());
    this.grammars = grammars;
    this.limits = limits;
  }

  /** The functions that a file defines, in their order. */
  functionsIn(file: string): readonly GraphFunction[] {
    return this.functions.get(file) ?? [];
  }

  /** The innermost function around a line, from 1; undefined outside of all. */
  functionAt(file: string, line: number): GraphFunction | undefined {
    return innermostAt(this.functionsIn(file), line);
  }

  /** The lines of a file, none when it cannot be read; the first has index 0. */
  lines(file: string): readonly string[] {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    const source = readSourceText(this.root, file, this.limits);
    const lines = 'skip' in source ? [] : source.text.split(/\r?\n/);
    this.texts.set(file, lines);
    return lines;
  }

  /** The same without what stands in comments: a name in a comment is no use of it. */
  code(file: string): readonly string[] {
    const known = this.codes.get(file) ?? linesWithoutComments(this.lines(file));
    this.codes.set(file, known);
    return known;
  }

  /** The lines of a file as they may be shown: without what looks like a secret. */
  shown(file: string): RedactedLines {
    const known = this.shownTexts.get(file) ?? redactLines(this.lines(file));
    this.shownTexts.set(file, known);
    return known;
  }

  /** What a file defines besides functions. */
  definitions(file: string): Promise<readonly FileDefinition[]> {
    const known =
      this.fileDefinitions.get(file) ??
      this.tree(file).then((tree) => (tree === undefined ? [] : definitionsIn(tree)));
    this.fileDefinitions.set(file, known);
    return known;
  }

  /** The syntax of a file; undefined when it cannot be read or is of no language of ours. */
  tree(file: string): Promise<SyntaxTree | undefined> {
    const known = this.trees.get(file) ?? this.parse(file);
    // The one that was asked for last stands last; trees are large, so the first of many goes.
    this.trees.delete(file);
    this.trees.set(file, known);
    const [oldest] = this.trees.keys();
    if (this.trees.size > MAX_TREES && oldest !== undefined) this.trees.delete(oldest);
    return known;
  }

  /** The calls through a field of this name, in the order of files and lines. */
  fieldCalls(field: string): readonly { readonly caller: GraphFunction; readonly line: number }[] {
    this.callsThroughFields ??= this.findFieldCalls();
    return this.callsThroughFields.get(field) ?? [];
  }

  /**
   * Where a function is used otherwise than by a call of its name, so that a pointer may hold it:
   * the first such place, as `file:line`. One that only compares it or gives it another name comes after
   * all that hand it on.
   */
  addressTakenAt(name: string): string | undefined {
    this.addressTaken ??= this.findAddressTaken();
    return this.addressTaken.given.get(name) ?? this.addressTaken.named.get(name);
  }

  /** Whether what `addressTakenAt` gives hands the function on, and does not only name it. */
  isGivenAway(name: string): boolean {
    this.addressTaken ??= this.findAddressTaken();
    return this.addressTaken.given.has(name);
  }

  /** Whether the name of a function stands anywhere in its file but in itself and in its prototypes. */
  isNamedOutside({ file, name, line, endLine }: GraphFunction): boolean {
    const plain = unqualifiedName(name);
    const pattern = new RegExp(`\\b${plain.replaceAll(/\W/g, '\\$&')}\\b`);
    return this.code(file).some((text, at) => {
      // The head may begin on a line before its name.
      const isOwn = line - 1 <= at + 1 && at + 1 <= endLine;
      return !isOwn && pattern.test(text) && !/^\s*static\b[^=]*\)\s*;/.test(text);
    });
  }

  /** All functions at once: to look for one takes as long. */
  private findAddressTaken(): AddressesTaken {
    const names = new Set(
      [...this.functions.values()].flat().map(({ name }) => unqualifiedName(name)),
    );
    const given = new Map<string, string>();
    const named = new Map<string, string>();
    for (const file of this.files) {
      for (const [at, text] of this.code(file).entries()) {
        if (NO_USE.test(text)) continue;
        const line = text.includes('"') ? text.replaceAll(LITERAL, blank) : text;
        for (const use of line.matchAll(USE)) {
          const [, name = ''] = use;
          if (!names.has(name)) continue;
          const uses = isWeakUse(line, use.index, name) ? named : given;
          if (!uses.has(name)) uses.set(name, `${file}:${at + 1}`);
        }
      }
    }
    return { given, named };
  }

  private findFieldCalls(): ReadonlyMap<string, { caller: GraphFunction; line: number }[]> {
    const found = new Map<string, { caller: GraphFunction; line: number }[]>();
    for (const file of this.files) {
      for (const [at, line] of this.code(file).entries()) {
        for (const [, field = ''] of line.matchAll(FIELD_CALL)) {
          const caller = this.functionAt(file, at + 1);
          if (caller === undefined) continue;
          const calls = found.get(field) ?? [];
          calls.push({ caller, line: at + 1 });
          found.set(field, calls);
        }
      }
    }
    return found;
  }

  private parse(file: string): Promise<SyntaxTree | undefined> {
    const source = readSourceText(this.root, file, this.limits);
    if ('skip' in source) return Promise.resolve(undefined);
    const language = languageOf(file, source.text);
    if (language === undefined) return Promise.resolve(undefined);
    return this.grammars.tree(language, source.text);
  }
}

/** Where names of functions are used otherwise than by calls, as `file:line`: the first place of each. */
interface AddressesTaken {
  readonly given: ReadonlyMap<string, string>;
  /** Where it is compared or gets another name. */
  readonly named: ReadonlyMap<string, string>;
}

/** A declaration, or a directive that asks for a macro: it names no function that could be called by that. */
const NO_USE = /^\s*(?:extern\b[^={]*$|#\s*(?:undef|ifdef|ifndef|if|elif)\b)/;

/** A name that is not called. */
const USE = /\b([A-Za-z_]\w*)\b(?!\s*\()/g;

/** `->parse(` and `(*reader.parse)(`. */
const FIELD_CALL = /(?:->|\.)\s*([A-Za-z_]\w*)(?:\s*\)\s*\(|\s*\()/g;

/** A literal on one line, in which a name is no use. */
const LITERAL = /"(?:\\.|[^"\\])*"/g;

/** As long, so that what stands behind keeps its column. */
function blank(text: string): string {
  return ' '.repeat(text.length);
}

/** Whether a use of a function's name hands nothing on: a directive, a declaration or a comparison. */
function isWeakUse(line: string, at: number, name: string): boolean {
  const [before, after] = [line.slice(0, at), line.slice(at + name.length)];
  if (/^\s*#/.test(line)) return true;
  return /[!=]=\s*&?\s*$/.test(before) || /^\s*[!=]=/.test(after);
}
