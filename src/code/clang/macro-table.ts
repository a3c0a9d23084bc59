import type { ClangRange } from './unit.ts';

/** From one line of the preprocessed text on, what a name means: undefined after `#undef`. */
interface MacroEvent {
  readonly at: number;
  readonly macro: Macro | undefined;
}

interface Macro {
  /** Whether it is only expanded before `(`. */
  readonly takesArguments: boolean;
  readonly body: string;
  /** Whether a file of the project defines it. */
  readonly isOwn: boolean;
}

/** Lines of a file that follow one another in the preprocessed text. */
interface LineMapping {
  readonly firstLine: number;
  readonly at: number;
}

/** No directive that people write is longer. */
const MAX_LINE = 1_000_000;

const MARKER = /^# (\d+) "((?:[^"\\]|\\.)*)"/;
const DEFINE = /^#define ([A-Za-z_$][\w$]*)(\()?(.*)$/;
const UNDEFINE = /^#undef ([A-Za-z_$][\w$]*)/;

/** Words, and what may hide words that are none: comments, strings, characters. */
const WORD =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_$][\w$]*|\.?\d[\w.]*/g;

/**
 * Which macros are defined where, from what `clang -E -dD` prints: the preprocessed text with its
 * `#define` and `#undef` lines and with markers that tell of file and line.
 */
export class MacroTable {
  private readonly events = new Map<string, MacroEvent[]>();
  private readonly stretches = new Map<string, LineMapping[]>();
  private at = 0;
  private isOwn = false;
  private rest = '';
  private readonly projectFile: (name: string) => string | undefined;

  /** @param projectFile the path within the project of a file as clang names it */
  constructor(projectFile: (name: string) => string | undefined) {
    this.projectFile = projectFile;
  }

  push(text: string): void {
    const lines = `${this.rest}${text}`.split('\n');
    // What is cut off is code: macros can expand to any length.
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) this.line(line);
  }

  /** The macros that clang defines itself, by name, that are not undefined in the end. */
  values(): ReadonlyMap<string, string> {
    const values = new Map<string, string>();
    for (const [name, events] of this.events) {
      const macro = events.at(-1)?.macro;
      if (macro !== undefined && !macro.takesArguments) values.set(name, macro.body.trim());
    }
    return values;
  }

  /** The files of the project that the preprocessed text comes from. */
  files(): string[] {
    return [...this.stretches.keys()];
  }

  /**
   * The macros that some lines of a file expand, and those of the project that these expand in turn,
   * in order of appearance.
   * @param source the lines, as the file has them
   */
  expandedIn({ file, startLine, endLine }: ClangRange, source: string): string[] {
    const from = this.preprocessedLineOf(file, startLine);
    const to = Math.max(from, this.preprocessedLineOf(file, endLine));
    const found = new Set<string>();
    const scan = (text: string, isNested: boolean) => {
      for (const { 0: word, index } of text.matchAll(WORD)) {
        if (!/^[A-Za-z_$]/.test(word) || found.has(word)) continue;
        const macro = this.macroWithin(word, from, to);
        if (macro === undefined || (isNested && !macro.isOwn)) continue;
        if (macro.takesArguments && !/^\s*\(/.test(text.slice(index + word.length))) continue;
        found.add(word);
        if (macro.isOwn) scan(macro.body, true);
      }
    };
    scan(withoutDirectives(source), false);
    return [...found];
  }

  private line(line: string): void {
    this.at++;
    if (!line.startsWith('#')) return;
    const [, number, name] = MARKER.exec(line) ?? [];
    if (number !== undefined && name !== undefined) {
      const file = this.projectFile(name.replaceAll(/\\(.)/g, '$1'));
      this.isOwn = file !== undefined;
      if (file === undefined) return;
      const stretches = this.stretches.get(file) ?? [];
      stretches.push({ firstLine: Number(number), at: this.at + 1 });
      this.stretches.set(file, stretches);
      return;
    }
    const [, defined, bracket, rest = ''] = DEFINE.exec(line) ?? [];
    if (defined !== undefined) {
      const takesArguments = bracket !== undefined;
      const body = takesArguments ? rest.slice(rest.indexOf(')') + 1) : rest;
      this.addEvent(defined, { takesArguments, body, isOwn: this.isOwn });
      return;
    }
    const [, undefinedName] = UNDEFINE.exec(line) ?? [];
    if (undefinedName !== undefined) this.addEvent(undefinedName, undefined);
  }

  private addEvent(name: string, macro: Macro | undefined): void {
    const events = this.events.get(name) ?? [];
    events.push({ at: this.at, macro });
    this.events.set(name, events);
  }

  /** What a name means at one line, or comes to mean until another. */
  private macroWithin(name: string, from: number, to: number): Macro | undefined {
    const events = this.events.get(name) ?? [];
    const inside = events.findLast(({ at, macro }) => at > from && at <= to && macro !== undefined);
    return (inside ?? events.findLast(({ at }) => at <= from))?.macro;
  }

  /** The line of the preprocessed text where a line of a file is. */
  private preprocessedLineOf(file: string, line: number): number {
    const stretch = this.stretches.get(file)?.findLast(({ firstLine }) => firstLine <= line);
    if (stretch === undefined) return Number.POSITIVE_INFINITY;
    return stretch.at + (line - stretch.firstLine);
  }
}

/** Keeps the places of words within lines that are no directives. */
function withoutDirectives(source: string): string {
  return source.replaceAll(/^[ \t]*#(?:[^\n\\]|\\[\s\S])*/gm, '');
}
