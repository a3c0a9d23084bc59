import { CallGraph, type GraphFunction } from '../../code/call-graph.ts';
import type { Grammars } from '../../code/grammar.ts';
import { languageOf } from '../../code/language.ts';
import type { SyntaxTree } from '../../code/syntax.ts';
import { type ShownLines, shownLines } from '../../model/shown-lines.ts';
import { readSourceText, TEXT_LIMITS, type TextLimits } from '../../workspace/source-text.ts';
import type { ExaminedFile } from '../examine-file.ts';

/** What the index needs of a scan's outcome. */
export interface IndexedSources {
  readonly root: string;
  readonly files: readonly Pick<ExaminedFile, 'file' | 'functions'>[];
}

/** The sources of a scanned tree: who calls whom, and the text and syntax of a file when asked for. */
export class SourceIndex {
  readonly root: string;
  readonly graph: CallGraph;
  /** The paths of all files, relative to the root. */
  readonly files: readonly string[];
  private readonly functions: ReadonlyMap<string, readonly GraphFunction[]>;
  private readonly grammars: Grammars;
  private readonly limits: TextLimits;
  private readonly texts = new Map<string, readonly string[]>();
  private readonly shownTexts = new Map<string, ShownLines>();
  private readonly handedOn = new Map<string, string>();
  private readonly trees = new Map<string, Promise<SyntaxTree | undefined>>();

  constructor(sources: IndexedSources, grammars: Grammars, limits: TextLimits = TEXT_LIMITS) {
    this.root = sources.root;
    this.files = sources.files.map(({ file }) => file);
    this.functions = new Map(
      sources.files.map(({ file, functions }) => [file, functions.map((fn) => ({ file, ...fn }))]),
    );
    this.graph = new CallGraph([...this.functions.values()].flat());
    this.grammars = grammars;
    this.limits = limits;
  }

  /** The innermost function around a line. */
  functionAt(file: string, line: number): GraphFunction | undefined {
    const around = (this.functions.get(file) ?? []).filter(
      (fn) => fn.line <= line && line <= fn.endLine,
    );
    return around.toSorted((a, b) => a.endLine - a.line - (b.endLine - b.line))[0];
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

  /** The lines of a file as they may be shown: without what looks like a secret. */
  shown(file: string): ShownLines {
    const known = this.shownTexts.get(file) ?? shownLines(this.lines(file));
    this.shownTexts.set(file, known);
    return known;
  }

  /** The syntax of a file; undefined when it cannot be read or is of no language of ours. */
  tree(file: string): Promise<SyntaxTree | undefined> {
    const known = this.trees.get(file) ?? this.parse(file);
    this.trees.set(file, known);
    return known;
  }

  /**
   * Where a function is used otherwise than by a call of its name, so that a pointer may hold it:
   * the first such place, as `file:line`.
   */
  handedOnAt(name: string): string | undefined {
    const known = this.handedOn.get(name);
    if (known !== undefined) return known === '' ? undefined : known;
    const use = new RegExp(`\\b${name.replaceAll(/\W/g, '\\$&')}\\b(?!\\s*\\()`);
    let found = '';
    for (const file of this.files) {
      const line = this.lines(file).findIndex((text) => use.test(withoutComment(text)));
      if (line >= 0) {
        found = `${file}:${line + 1}`;
        break;
      }
    }
    this.handedOn.set(name, found);
    return found === '' ? undefined : found;
  }

  private parse(file: string): Promise<SyntaxTree | undefined> {
    const source = readSourceText(this.root, file, this.limits);
    if ('skip' in source) return Promise.resolve(undefined);
    const language = languageOf(file, source.text);
    if (language === undefined) return Promise.resolve(undefined);
    return this.grammars.tree(language, source.text);
  }
}

function withoutComment(line: string): string {
  return /^\s*(?:\*|\/\*|\/\/)/.test(line) ? '' : line.replace(/\/\/.*|\/\*.*/, '');
}
