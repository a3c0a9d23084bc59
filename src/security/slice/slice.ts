import type { GraphFunction } from '../../code/call-graph.ts';
import { callSites } from './call-sites.ts';
import { type Definition, definitionsOf } from './definitions.ts';
import { relevantLines } from './relevant-lines.ts';
import type { SourceIndex } from './source-index.ts';

/** Lines of one function, or of one definition. */
export interface Excerpt {
  readonly file: string;
  /** What it is, such as `function copy, called by main`. */
  readonly title: string;
  /** First and last line of the whole. */
  readonly line: number;
  readonly endLine: number;
  /** The lines that are shown, ascending. */
  readonly shown: readonly { readonly line: number; readonly text: string }[];
}

/** A place, and others that lead to it. */
export interface SlicedPlace {
  readonly file: string;
  readonly line: number;
  readonly trace: readonly { readonly file: string; readonly line: number }[];
}

/** What an agent is given of the code around some candidates, so that it seldom has to ask for more. */
export interface Slice {
  /** The functions with the places themselves, and those that their traces lead through. */
  readonly places: readonly Excerpt[];
  /** Calls of these functions with the checks before them, callers of callers after callers. */
  readonly callers: readonly Excerpt[];
  /** What the places call, where it is short enough. */
  readonly callees: readonly Excerpt[];
  /** Of one file each. */
  readonly definitions: readonly Excerpt[];
  /** Ways from functions that nothing is known to call to the places: `main -> parse -> copy`. */
  readonly paths: readonly string[];
  /** What was left out, one line each. */
  readonly omitted: readonly string[];
}

/** A function of at most so many lines is shown whole. */
const WHOLE_PLACE = 90;
const WHOLE_CALLER = 30;
const WHOLE_CALLEE = 40;

/** Lines of all parts of one kind together. */
const MAX_PLACE_LINES = 420;
const MAX_CALLER_LINES = 160;
const MAX_CALLEE_LINES = 120;
const MAX_DEFINITION_LINES = 90;

const MAX_CALLER_LEVELS = 4;
const MAX_CALLERS = 16;
const MAX_PATHS = 6;
const MAX_PATH_LENGTH = 12;
const WHOLE_DEFINITION = 12;
const MAX_DEFINITION = 40;
const MAX_LINE = 300;

/** Works out the slice of some places, the same for the same tree. */
export async function sliceOf(places: readonly SlicedPlace[], index: SourceIndex): Promise<Slice> {
  const builder = new SliceBuilder(index);
  const functions = await builder.addPlaces(places);
  await builder.addCallers(functions);
  builder.addCallees();
  await builder.addDefinitions();
  return builder.slice(functions);
}

class SliceBuilder {
  private readonly index: SourceIndex;
  private readonly places: Excerpt[] = [];
  private readonly callers: Excerpt[] = [];
  private readonly callees: Excerpt[] = [];
  /** Functions of which something is shown, and the lines that their calls are of interest on. */
  private readonly focus = new Map<GraphFunction, number[]>();
  private readonly definitions: Excerpt[] = [];
  private readonly omitted: string[] = [];
  private callerLines = 0;

  constructor(index: SourceIndex) {
    this.index = index;
  }

  /** @returns the functions that hold one of the places themselves */
  async addPlaces(places: readonly SlicedPlace[]): Promise<GraphFunction[]> {
    const { focus } = this;
    const own: GraphFunction[] = [];
    let left = MAX_PLACE_LINES;
    for (const { file, line, trace } of places) {
      for (const place of [{ file, line }, ...trace]) {
        const fn = this.index.functionAt(place.file, place.line);
        if (fn === undefined) left -= this.addFileLevel(place.file, place.line);
        else focus.set(fn, [...(focus.get(fn) ?? []), place.line]);
        if (fn !== undefined && place.file === file && place.line === line && !own.includes(fn)) {
          own.push(fn);
        }
      }
    }
    for (const fn of [...own, ...[...focus.keys()].filter((other) => !own.includes(other))]) {
      const whole = Math.min(WHOLE_PLACE, left);
      const excerpt = await this.excerptOf(fn, focus.get(fn) ?? [], whole, `function ${fn.name}`);
      if (excerpt.shown.length > left) this.omitted.push(`${fn.name} (${place(fn)})`);
      else this.places.push(excerpt);
      left -= excerpt.shown.length;
    }
    return own;
  }

  /**
   * Callers level by level, each with the lines that bear on its calls; then those who call the
   * functions that a trace leads through, the last first: data may pass through them.
   */
  async addCallers(functions: readonly GraphFunction[]): Promise<void> {
    const known = new Set<GraphFunction>(functions);
    let level: readonly GraphFunction[] = functions;
    for (let depth = 1; depth <= MAX_CALLER_LEVELS && level.length > 0; depth += 1) {
      level = await this.addCallersOf(level, known);
    }
    if (level.length > 0) this.omitted.push('callers further up');
    const others = [...this.focus.keys()].filter((fn) => !functions.includes(fn));
    await this.addCallersOf(others.reverse(), known);
  }

  /** @returns the callers, whether or not there was room for them */
  private async addCallersOf(
    callees: readonly GraphFunction[],
    known: Set<GraphFunction>,
  ): Promise<GraphFunction[]> {
    const found: GraphFunction[] = [];
    for (const callee of callees) {
      for (const { caller, sites, how } of this.leadingTo(callee)) {
        if (known.has(caller) || (isTest(caller.file) && !isTest(callee.file))) continue;
        known.add(caller);
        found.push(caller);
        if (this.focus.has(caller)) continue;
        const title = `function ${caller.name}, which ${how} ${callee.name}`;
        const excerpt = await this.excerptOf(caller, sites, WHOLE_CALLER, title, 'caller');
        this.callerLines += excerpt.shown.length;
        const fits = this.callerLines <= MAX_CALLER_LINES && this.callers.length < MAX_CALLERS;
        if (fits) this.callers.push(excerpt);
        else this.omitted.push(`the caller ${caller.name} (${place(caller)}) of ${callee.name}`);
      }
    }
    return found;
  }

  /** Its callers; of a function without any, the one that hands it on. */
  private leadingTo(callee: GraphFunction) {
    const callers = this.index.graph.callersOf(callee).map((caller) => {
      return { caller, sites: callSites(this.index, caller, callee), how: 'calls' };
    });
    if (callers.length > 0) return callers;
    const [, file = '', line = ''] =
      /^(.*):(\d+)$/.exec(this.index.handedOnAt(callee.name) ?? '') ?? [];
    const caller = this.index.functionAt(file, Number(line));
    return caller === undefined ? [] : [{ caller, sites: [Number(line)], how: 'hands on' }];
  }

  /** The project's functions that are called on the lines of interest, as far as there is room. */
  addCallees(): void {
    const shown = new Set(
      [...this.places, ...this.callers].map(({ file, line }) => `${file}:${line}`),
    );
    let left = MAX_CALLEE_LINES;
    for (const [fn, lines] of this.focus) {
      const text = lines.map((line) => this.index.lines(fn.file)[line - 1] ?? '').join('\n');
      const named = new Set(text.match(/[A-Za-z_]\w*(?=\s*\()/g));
      for (const { name, definitions } of this.index.graph.callees(fn)) {
        const [callee] = definitions;
        if (callee === undefined || definitions.length > 1 || !named.has(name)) continue;
        const key = `${callee.file}:${callee.line}`;
        const size = callee.endLine - callee.line + 1;
        if (shown.has(key)) continue;
        shown.add(key);
        if (size > Math.min(left, WHOLE_CALLEE)) this.omitted.push(`${name} (${place(callee)})`);
        else {
          left -= size;
          this.callees.push(this.wholeExcerpt(callee, `function ${name}, called by ${fn.name}`));
        }
      }
    }
  }

  /** Macros, types and globals that the code so far names, those for the places first; then what these name. */
  async addDefinitions(): Promise<void> {
    const shown = new Map<string, Set<number>>();
    let left = MAX_DEFINITION_LINES;
    const around = [...this.callers, ...this.callees];
    for (const excerpts of [this.places, around, undefined]) {
      const names = new Set(excerpts?.flatMap(namesIn) ?? this.namesShown(shown));
      const files = new Set((excerpts ?? this.places).map((excerpt) => excerpt.file));
      for (const file of files) {
        for (const definition of await definitionsOf(names, file, this.index)) {
          const lines = shown.get(definition.file) ?? new Set();
          if (lines.has(definition.line)) continue;
          const kept = this.definitionLines(definition, names);
          left -= kept.length;
          if (left < 0) this.omitDefinition(definition);
          else shown.set(definition.file, new Set([...lines, ...kept]));
        }
      }
    }
    for (const [file, lines] of shown) {
      const ascending = [...lines].sort((a, b) => a - b);
      const [line = 1, endLine = line] = [ascending[0], ascending.at(-1)];
      this.definitions.push({ file, title: '', line, endLine, shown: this.shown(file, ascending) });
    }
  }

  private namesShown(shown: ReadonlyMap<string, ReadonlySet<number>>): string[] {
    return [...shown].flatMap(([file, lines]) =>
      this.shown(file, [...lines]).flatMap((line) => namesOn(line)),
    );
  }

  slice(functions: readonly GraphFunction[]): Slice {
    const { places, callers, callees, definitions, omitted } = this;
    const paths = functions.flatMap((fn) => this.pathsTo(fn));
    return {
      ...{ places, callers, callees, definitions, omitted: [...new Set(omitted)] },
      paths: [...new Set(paths)].slice(0, MAX_PATHS),
    };
  }

  private pathsTo(target: GraphFunction): string[] {
    const { graph } = this.index;
    const limits = { maxPaths: MAX_PATHS, maxLength: MAX_PATH_LENGTH };
    return graph
      .rootsOf(target)
      .filter((root) => !isTest(root.file) || isTest(target.file))
      .slice(0, MAX_PATHS)
      .flatMap((root) =>
        root === target
          ? [this.rootName(root)]
          : graph
              .paths(root.name, target.name, limits)
              .paths.filter(
                (path) => isTest(target.file) || !path.some((name) => this.isInTests(name)),
              )
              .map(([, ...rest]) => [this.rootName(root), ...rest].join(' -> ')),
      );
  }

  /** A function that nothing calls by name may be handed to someone who does. */
  private rootName({ name }: GraphFunction): string {
    if (name === 'main') return name;
    const use = this.index.handedOnAt(name);
    return use === undefined ? `${name} (no known caller)` : `${name} (handed on at ${use})`;
  }

  private isInTests(name: string): boolean {
    const definitions = this.index.graph.definitions(name);
    return definitions.length > 0 && definitions.every(({ file }) => isTest(file));
  }

  private wholeExcerpt({ file, line, endLine }: GraphFunction, title: string): Excerpt {
    const lines = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
    return { file, title, line, endLine, shown: this.shown(file, lines) };
  }

  private async excerptOf(
    fn: GraphFunction,
    focus: readonly number[],
    whole: number,
    title: string,
    depth: 'place' | 'caller' = 'place',
  ): Promise<Excerpt> {
    const size = fn.endLine - fn.line + 1;
    const tree = size <= whole ? undefined : await this.index.tree(fn.file);
    if (tree === undefined) return this.wholeExcerpt(fn, title);
    const lines = relevantLines(tree, fn, focus, { depth });
    const { file, line, endLine } = fn;
    return { file, title, line, endLine, shown: this.shown(file, lines) };
  }

  /** A place outside of all functions, with its neighbours. @returns how many lines that is */
  private addFileLevel(file: string, line: number): number {
    const [first, last] = [
      Math.max(1, line - 5),
      Math.min(this.index.lines(file).length, line + 5),
    ];
    const lines = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const known = this.places.some((other) => other.file === file && other.line === first);
    if (known) return 0;
    const shown = this.shown(file, lines);
    this.places.push({ file, title: 'outside of functions', line: first, endLine: last, shown });
    return shown.length;
  }

  /** A long type is shown with the members that are named. */
  private definitionLines(
    { file, line, endLine }: Definition,
    names: ReadonlySet<string>,
  ): readonly number[] {
    const all = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
    if (all.length <= WHOLE_DEFINITION) return all;
    const lines = this.index.lines(file);
    // The first name of a member is its type's.
    const isNamed = (at: number) =>
      namesOn({ text: lines[at - 1] ?? '' })
        .slice(1)
        .some((name) => names.has(name));
    return all
      .filter((at) => at === line || at === endLine || isNamed(at))
      .slice(0, MAX_DEFINITION);
  }

  private omitDefinition({ names, file, line }: Definition): void {
    this.omitted.push(`the definition of ${names.join(', ')} (${file}:${line})`);
  }

  private shown(file: string, lines: readonly number[]): Excerpt['shown'] {
    const text = this.index.lines(file);
    return lines.map((line) => {
      const whole = text[line - 1] ?? '';
      return { line, text: whole.length > MAX_LINE ? `${whole.slice(0, MAX_LINE)} […]` : whole };
    });
  }
}

/** A test reaches everything, and no attacker reaches a test. */
function isTest(file: string): boolean {
  return /(?:^|\/)(?:tests?|testing|fuzz(?:ing)?|bench(?:marks?)?)\//.test(file);
}

function namesIn({ shown }: Excerpt): readonly string[] {
  return shown.flatMap((line) => namesOn(line));
}

/** The names on a line, those in comments left out as far as the line shows. */
function namesOn({ text }: { readonly text: string }): readonly string[] {
  return text.replaceAll(/\/\*.*?(?:\*\/|$)|\/\/.*/g, '').match(/[A-Za-z_]\w*/g) ?? [];
}

function place({ file, line, endLine }: GraphFunction): string {
  return `${file}:${line}-${endLine}`;
}
