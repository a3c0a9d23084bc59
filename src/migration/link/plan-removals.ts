import type { ClangFunction } from '../../code/clang/unit.ts';
import { lex } from '../../code/syntax/lexer.ts';
import { firstLineOf } from '../steps/c-source-text.ts';
import { conditionStep, type NameUse, usesOfName } from './name-uses.ts';
import type { TextCut } from './text-cuts.ts';

/** The text of a project, one character for each byte, so that clang's columns count its characters. */
export interface ProjectText {
  /** C and headers, by their paths below the project. */
  readonly sources: ReadonlyMap<string, string>;
  /** Assembler and lists of what a linker exports. */
  readonly others: ReadonlyMap<string, string>;
  /** The path below the project of a file that clang names. */
  readonly pathOf: (file: string) => string;
  /** Headers that nothing outside of the project includes. */
  readonly privateHeaders: ReadonlySet<string>;
}

/** What of a function its text is found by. */
export interface CPlace {
  readonly id: string;
  readonly function: Pick<ClangFunction, 'name' | 'range' | 'isStatic'>;
}

/** How functions go out of their files, and why others stay, by their ids. */
export interface RemovalPlan {
  readonly removed: readonly CPlace[];
  readonly refused: ReadonlyMap<string, string>;
  /** By the paths of files. */
  readonly cuts: ReadonlyMap<string, readonly TextCut[]>;
}

/**
 * Plans how functions are taken out of the C: their definitions with the comments right above, and their prototypes
 * where nothing names them any more. Where the C of a function that is in Rust still calls one, a declaration stays.
 * What anything else names stays as it is.
 * @param wanted functions without which the project passes its tests
 * @param linked functions whose body is in Rust
 */
export function planRemovals(
  wanted: readonly CPlace[],
  linked: readonly CPlace[],
  project: ProjectText,
): RemovalPlan {
  const refused = new Map<string, string>();
  for (;;) {
    const going = wanted.filter(({ id }) => !refused.has(id));
    const plans = going.map((one) => new Removal(one, going, linked, project).plan());
    const before = refused.size;
    for (const [at, plan] of plans.entries()) {
      const id = going[at]?.id;
      if ('because' in plan && id !== undefined) refused.set(id, plan.because);
    }
    // What stays may call one that was to go.
    if (refused.size > before) continue;
    const all = plans.flatMap((plan) => ('cuts' in plan ? plan.cuts : []));
    const cuts = [...Map.groupBy(all, ({ path }) => path)];
    return { removed: going, refused, cuts: new Map(cuts) };
  }
}

type FileCut = TextCut & { readonly path: string };

const HEADER = /\.(?:h|hh|hpp|hxx|inc)$/;

/** How one function is taken out. */
class Removal {
  private readonly one: CPlace;
  private readonly going: readonly CPlace[];
  private readonly linked: readonly CPlace[];
  private readonly project: ProjectText;
  private readonly path: string;
  private readonly text: string;

  constructor(
    one: CPlace,
    going: readonly CPlace[],
    linked: readonly CPlace[],
    project: ProjectText,
  ) {
    this.one = one;
    this.going = going;
    this.linked = linked;
    this.project = project;
    this.path = project.pathOf(one.function.range.file);
    this.text = project.sources.get(this.path) ?? '';
  }

  plan(): { readonly because: string } | { readonly cuts: readonly FileCut[] } {
    const { name, range, isStatic } = this.one.function;
    if (HEADER.test(this.path)) return { because: `it is defined in the header ${this.path}` };
    const start = this.offset(range.startLine, range.startColumn);
    const end = this.offset(range.endLine, range.endColumn) + 1;
    const shape = this.shapeProblem(start, end);
    if (shape !== undefined) return { because: shape };
    const prototypes: (NameUse & { readonly path: string })[] = [];
    let isCalled = false;
    for (const [path, text] of this.filesThatSee()) {
      const uses = usesOfName(text, name).filter((use) => !this.isWithinGoing(path, text, use));
      const problem = uses.map((use) => this.useProblem(path, text, use)).find(Boolean);
      if (problem !== undefined) return { because: problem };
      isCalled ||= uses.some(({ kind }) => kind === 'call');
      for (const use of uses) if (use.kind === 'prototype') prototypes.push({ ...use, path });
    }
    const outside = [...this.project.others].find(([, text]) =>
      new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text),
    );
    if (outside !== undefined && !isStatic) return { because: `${outside[0]} names it` };
    return { cuts: this.cutsOf(start, end, prototypes, isCalled) };
  }

  /** A static function is seen in its file alone, and in what includes that. */
  private filesThatSee(): [string, string][] {
    const { sources } = this.project;
    return this.one.function.isStatic ? [[this.path, this.text]] : [...sources];
  }

  /** What keeps the definition itself from being cut out of its text. */
  private shapeProblem(start: number, end: number): string | undefined {
    const { text, path } = this;
    const { name } = this.one.function;
    const definition = text.slice(start, end);
    if (!new RegExp(`\\b${name}\\s*\\(`).test(definition) || !definition.endsWith('}')) {
      return 'a macro makes it';
    }
    const [line, rest] = [text.slice(lineStart(text, start), start), lineRest(text, end)];
    if (line.trim() !== '' || rest.trim() !== '') return 'it shares a line with something else';
    const tokens = lex(text);
    const conditions = tokens
      .filter((token) => token.kind === 'directive' && token.start < start)
      .reduce((depth, token) => depth + conditionStep(token.text), 0);
    if (conditions > 0) return 'it is defined under #if';
    const hasDirective = tokens.some(
      (token) => token.kind === 'directive' && token.start >= start && token.start < end,
    );
    if (hasDirective) return 'lines of the preprocessor stand in it';
    if (declarationOf(definition, name) === undefined) return 'its head is of the old style';
    const file = path.slice(path.lastIndexOf('/') + 1);
    const included = [...this.project.sources].find(([, other]) =>
      lex(other).some(
        (token) =>
          token.kind === 'directive' &&
          /^\s*#\s*include\b/.test(token.text) &&
          /["<](?:[^"<>]*\/)?([^"<>/]+)[">]/.exec(token.text)?.[1] === file,
      ),
    );
    return included === undefined ? undefined : `${included[0]} includes its file`;
  }

  private isWithinGoing(path: string, text: string, { start }: NameUse): boolean {
    return this.going.some((one) => this.isWithin(one, path, text, start));
  }

  private isWithin(one: CPlace, path: string, text: string, at: number): boolean {
    const { range } = one.function;
    const line = lineOf(text, at);
    return (
      this.project.pathOf(range.file) === path && range.startLine <= line && line <= range.endLine
    );
  }

  /** Why a use keeps the function; undefined where it does not. */
  private useProblem(path: string, text: string, use: NameUse): string | undefined {
    const where = `${path}:${lineOf(text, use.start)}`;
    switch (use.kind) {
      case 'macro':
        return `a line of the preprocessor names it, ${where}`;
      case 'text':
        return `a string names it, ${where}`;
      case 'other':
        return `its address is taken, or it is defined once more, ${where}`;
      case 'call': {
        const isRust = this.linked.some((one) => this.isWithin(one, path, text, use.start));
        return isRust ? undefined : `C calls it, ${where}`;
      }
      case 'prototype': {
        const isPrivate = this.project.privateHeaders.has(path);
        if (HEADER.test(path)) {
          return isPrivate ? undefined : `the header ${path} offers it to others`;
        }
        return use.isConditional ? `it is declared under #if, ${where}` : undefined;
      }
    }
  }

  private cutsOf(
    start: number,
    end: number,
    prototypes: readonly (NameUse & { readonly path: string })[],
    isCalled: boolean,
  ): FileCut[] {
    const { text, path, project } = this;
    const { name } = this.one.function;
    const lines = text.split('\n');
    const first = firstLineOf(lines, lineOf(text, start));
    // What stands at the very top is about the file.
    const from = first === 1 ? lineStart(text, start) : this.offset(first, 1);
    const isDeclared = prototypes.length > 0;
    const declaration = declarationOf(text.slice(start, end), name) ?? '';
    const kept = isCalled && !isDeclared ? `${declaration}\n` : '';
    const cuts: FileCut[] = [{ path, ...withBlankLine(text, from, nextLine(text, end), kept) }];
    for (const { path: other, start: at, end: behind } of prototypes) {
      const own = project.sources.get(other) ?? '';
      const shown = own.slice(at, behind);
      if (isCalled) cuts.push({ path: other, start: at, end: behind, text: withoutStatic(shown) });
      else if (
        lineRest(own, behind).trim() === '' &&
        own.slice(lineStart(own, at), at).trim() === ''
      ) {
        cuts.push({
          path: other,
          ...withBlankLine(own, lineStart(own, at), nextLine(own, behind), ''),
        });
      } else cuts.push({ path: other, start: at, end: behind, text: '' });
    }
    return cuts;
  }

  private offset(line: number, column: number): number {
    let at = 0;
    for (let nth = 1; nth < line; nth += 1) at = this.text.indexOf('\n', at) + 1;
    return at + column - 1;
  }
}

/** The head of a definition as a declaration that others can see; undefined where it is of the old style. */
function declarationOf(definition: string, name: string): string | undefined {
  const tokens = lex(definition);
  const at = tokens.findIndex(({ text, kind }) => kind === 'word' && text === name);
  let depth = 0;
  for (const [nth, { text, end }] of tokens.entries()) {
    if (nth <= at) continue;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth > 0 || text !== ')') continue;
    // A function that returns a pointer to one has more brackets.
    if (tokens[nth + 1]?.text !== '{') return undefined;
    return `${withoutStatic(definition.slice(0, end))};`;
  }
  return undefined;
}

/** A declaration without what keeps it from being one of another file. */
function withoutStatic(text: string): string {
  const params = text.indexOf('(');
  const head = text
    .slice(0, params)
    .replaceAll(/\b(?:static|inline|__inline|__inline__)\b\s*/g, '');
  return head + text.slice(params);
}

/** A cut of whole lines, with one of two empty lines that would come together. */
function withBlankLine(text: string, start: number, end: number, kept: string): TextCut {
  const before = text.slice(0, start);
  const isBlankBefore = before === '' || /\n[ \t]*\r?\n$/.test(before);
  const blank = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0] ?? '';
  const isBoth = kept === '' && isBlankBefore && blank !== '';
  return { start, end: isBoth ? end + blank.length : end, text: kept };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineRest(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 ? text.length : end);
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** From 1. */
function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
