import { conditionNames } from './condition-names.ts';
import { macroWithin, spanOf, type TextSpan } from './macro-places.ts';
import type { ClangLines, ClangMacroEvent, ClangMacros, ClangRange } from './unit.ts';

/** From one line of the preprocessed text on, what a name means: undefined after `#undef`. */
interface MacroEvent extends ClangMacroEvent {
  readonly macro: Macro | undefined;
}

/** Lines that are read: where they end is known with the next marker. */
interface Stretch extends ClangLines {
  readonly file: string;
  end: number;
}

interface Macro {
  /** Whether it is only expanded before `(`. */
  readonly takesArguments: boolean;
  readonly body: string;
  /** Whether a file of the project defines it. */
  readonly isOwn: boolean;
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
  private readonly stretches = new Map<string, Stretch[]>();
  private at = 0;
  /** Where the lines are from that are read; undefined where that is no file of the project. */
  private current: Stretch | undefined;
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

  /** What is kept of a unit: names that the project defines somewhere. */
  ofProject(): ClangMacros {
    const own = [...this.events].filter(([, events]) => events.some(({ place }) => place));
    const events = own.map(([name, all]): [string, ClangMacroEvent[]] => [
      name,
      all.map(({ at, place }) => ({ at, place })),
    ]);
    const lines = [...this.stretches].map(([file, all]): [string, ClangLines[]] => [
      file,
      all.map(({ firstLine, at, end }) => ({ firstLine, at, end })),
    ]);
    return { events: new Map(events), lines: new Map(lines) };
  }

  /**
   * The names on which an `#if` in some lines of a file depends, and that are no macros there.
   * @param source the lines, as the file has them
   */
  undefinedIn(range: ClangRange, source: string): string[] {
    const span = spanOf(range, this.stretches);
    return conditionNames(source).filter((name) => this.macroIn(name, span) === undefined);
  }

  /**
   * The macros that some lines of a file expand, and those of the project that these expand in turn,
   * in order of appearance.
   * @param source the lines, as the file has them
   */
  expandedIn(range: ClangRange, source: string): string[] {
    const span = spanOf(range, this.stretches);
    const found = new Set<string>();
    const scan = (text: string, isNested: boolean) => {
      for (const { 0: word, index } of text.matchAll(WORD)) {
        if (!/^[A-Za-z_$]/.test(word) || found.has(word)) continue;
        const macro = this.macroIn(word, span);
        if (macro === undefined || (isNested && !macro.isOwn)) continue;
        if (macro.takesArguments && !/^\s*\(/.test(text.slice(index + word.length))) continue;
        found.add(word);
        if (macro.isOwn) scan(macro.body, true);
      }
    };
    scan(withoutDirectives(source), false);
    return [...found];
  }

  private macroIn(name: string, span: TextSpan): Macro | undefined {
    const events = this.events.get(name) ?? [];
    return macroWithin(events, span, ({ macro }) => macro !== undefined)?.macro;
  }

  private line(line: string): void {
    this.at++;
    if (!line.startsWith('#')) return;
    const [, number, name] = MARKER.exec(line) ?? [];
    if (number !== undefined && name !== undefined) {
      if (this.current !== undefined) this.current.end = this.at;
      const file = this.projectFile(name.replaceAll(/\\(.)/g, '$1'));
      this.current = file === undefined ? undefined : this.begin(file, Number(number));
      return;
    }
    const [, defined, bracket, rest = ''] = DEFINE.exec(line) ?? [];
    if (defined !== undefined) {
      const takesArguments = bracket !== undefined;
      const body = takesArguments ? rest.slice(rest.indexOf(')') + 1) : rest;
      this.addEvent(defined, { takesArguments, body, isOwn: this.current !== undefined });
      return;
    }
    const [, undefinedName] = UNDEFINE.exec(line) ?? [];
    if (undefinedName !== undefined) this.addEvent(undefinedName, undefined);
  }

  private begin(file: string, firstLine: number): Stretch {
    const begun = { file, firstLine, at: this.at + 1, end: Number.POSITIVE_INFINITY };
    const stretches = this.stretches.get(file) ?? [];
    stretches.push(begun);
    this.stretches.set(file, stretches);
    return begun;
  }

  private addEvent(name: string, macro: Macro | undefined): void {
    const { at, current } = this;
    const isPlace = macro !== undefined && current !== undefined;
    const place = isPlace
      ? { file: current.file, line: current.firstLine + at - current.at }
      : undefined;
    const events = this.events.get(name) ?? [];
    events.push({ at, place, macro });
    this.events.set(name, events);
  }
}

/** Keeps the places of words within lines that are no directives. */
function withoutDirectives(source: string): string {
  return source.replaceAll(/^[ \t]*#(?:[^\n\\]|\\[\s\S])*/gm, '');
}
