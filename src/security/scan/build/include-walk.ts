import type { ConditionNames, NameMeaning } from '../../../code/c/ir/build-names.ts';
import { conditionHolds } from '../../../code/c/ir/condition-value.ts';
import { isSameMacro, type Macro } from '../../../code/c/ir/macro.ts';
import type { Symbols } from '../../../code/c/ir/symbols.ts';
import { activeText } from '../../../code/c/reading/active-text.ts';
import { ONCE } from '../../../code/flow/project/include-choices.ts';
import { type MeantInclude, meantIncludes } from '../../../code/flow/project/included-paths.ts';
import { headersOf, type ProjectKnowledge } from '../../../code/flow/project/project-knowledge.ts';
import { SPELLED_OUT } from '../../../code/flow/project/reached-headers.ts';
import { isHeaderPath } from '../../../code/syntax/language.ts';
import { placesOf } from './include-places.ts';

/** What the preprocessor of a unit starts with. */
export interface WalkStart {
  readonly project: ProjectKnowledge;
  /** What is known of names outside of the text and its headers. */
  readonly names: ConditionNames;
  /** The names of the project that the unit sees. */
  readonly symbols: Symbols;
  /** What a macro stands for that the command line defines. */
  readonly bodiesOf: (name: string) => readonly string[] | undefined;
  /** Where the compiler looks for headers; undefined where nothing says that. */
  readonly folders: readonly string[] | undefined;
}

/** How often headers are read that choose what they include: lists of macros are included again and again. */
const MAX_READINGS = 500;

/** Headers may include each other without end where nothing guards them. */
const MAX_DEPTH = 60;

/** The guards of macros may hang on macros. */
const MAX_GUARDS = 8;

/**
 * Follows the `#include` directives of a unit in their order, as its preprocessor does: a header may define what decides
 * which other headers are meant, and a unit may define what decides that in a header.
 */
export class IncludeWalk {
  private readonly start: WalkStart;
  /** What the texts that were read define. */
  private readonly own = new Map<string, NameMeaning | undefined>();
  /** The headers that were entered, each with whether every build of the unit does. */
  private readonly entered = new Map<string, boolean>();
  private readonly headerPaths: string[] = [];
  private guards = 0;
  /** The headers that are being read. */
  private readonly open = new Set<string>();
  private readings = 0;

  constructor(start: WalkStart) {
    this.start = start;
  }

  /**
   * What a unit includes: the paths in its own directives, and those in the headers whose conditions it decides.
   * @param file where the unit is
   */
  pathsOf(file: string, text: string): readonly string[] {
    const meant = this.read(file, text, true, 0);
    const { folders, project } = this.start;
    const own = placesOf(file, meant, folders, project);
    // Of headers each unit finds out by itself what they include for it.
    return isHeaderPath(file) ? own : [...own, ...this.headerPaths];
  }

  private read(file: string, text: string, isCertain: boolean, depth: number): MeantInclude[] {
    const active = activeText(text, this.names, {
      own: this.own,
      isCertain,
      onInclude: (body, sure) => this.include(file, body, sure, depth),
    });
    return meantIncludes(text, active.text, this.bodiesOf);
  }

  private include(file: string, body: string, isCertain: boolean, depth: number): void {
    const [, path, macro = ''] = /^(?:["<]([^">]+)[">]|([A-Za-z_]\w*)$)/.exec(body) ?? [];
    const own = this.own.get(macro);
    const bodies =
      own?.isDefined && own.macro !== undefined ? [own.macro.body] : this.bodiesOf(macro);
    const paths =
      path === undefined ? bodies.flatMap((one) => HEADER.exec(one)?.[1] ?? []) : [path];
    for (const each of paths)
      this.enterAll(this.includedAt(file, each), isCertain && paths.length === 1, depth);
  }

  private enterAll(places: readonly string[], isCertain: boolean, depth: number): void {
    for (const place of places) this.enter(place, isCertain && places.length === 1, depth + 1);
  }

  private enter(place: string, isCertain: boolean, depth: number): void {
    const { project } = this.start;
    const choices = project.includeChoices.get(place);
    if (choices !== undefined) {
      this.choose(place, choices, isCertain, depth);
      return;
    }
    const known = this.entered.get(place);
    if (depth > MAX_DEPTH || known === true || known === isCertain) return;
    this.entered.set(place, isCertain);
    for (const places of headersOf(project).stepsFrom(place))
      this.enterAll(places, isCertain, depth);
  }

  /** Reads a header that may include other ones for each unit, and each time that it is included without a guard. */
  private choose(place: string, choices: string, isCertain: boolean, depth: number): void {
    const isKnown = this.entered.has(place) && choices.startsWith(ONCE);
    if (!isKnown && !this.open.has(place) && this.readings < MAX_READINGS) {
      this.readings += 1;
      this.open.add(place);
      const meant = this.read(place, choices, isCertain, depth);
      this.open.delete(place);
      const { project, folders = [] } = this.start;
      this.headerPaths.push(`${SPELLED_OUT}${place}`, ...placesOf(place, meant, folders, project));
    }
    // What it defines is known behind it.
    if (!this.open.has(place))
      this.entered.set(place, isCertain || this.entered.get(place) === true);
  }

  /** The headers that a path may mean. */
  private includedAt(file: string, path: string): readonly string[] {
    const { project, folders = [] } = this.start;
    const include = { path, isOfSystem: false, isElsewhere: false };
    return headersOf(project).placesOf(file, placesOf(file, [include], folders, project));
  }

  /** What a macro stands for that the text which names it does not define. */
  private readonly bodiesOf = (name: string): readonly string[] => {
    const { bodiesOf, symbols } = this.start;
    return bodiesOf(name) ?? symbols.macrosNamed(name).map(({ body }) => body);
  };

  private get names(): ConditionNames {
    const { names } = this.start;
    return {
      ...{ isCpp: names.isCpp, hasTrue: names.hasTrue },
      meaningOf: (name) => names.meaningOf(name) ?? this.meaningInHeaders(name),
    };
  }

  /** What the headers that were entered define; undefined where not all is known of it. */
  private meaningInHeaders(name: string): NameMeaning | undefined {
    const { project, symbols } = this.start;
    // It is asked for, so that what is kept of the unit hangs on it.
    if (symbols.macrosNamed(name).length === 0) return undefined;
    const found: Macro[] = [];
    for (const [place, isCertain] of this.entered) {
      const macros: readonly Macro[] = macrosOf(project, place).get(name) ?? [];
      if (macros.length > 0 && !isCertain) return undefined;
      for (const macro of macros) {
        const holds = this.guardHolds(macro);
        if (holds === undefined) return undefined;
        if (holds) found.push(macro);
      }
    }
    const [first, ...others] = found;
    if (first === undefined || !others.every((other) => isSameMacro(first, other)))
      return undefined;
    return { isDefined: true, macro: first };
  }

  private guardHolds({ guard, from, until }: Macro): boolean | undefined {
    if (from !== undefined || until !== undefined) return undefined;
    if (guard === '') return true;
    if (this.guards === MAX_GUARDS) return undefined;
    this.guards += 1;
    const holds = conditionHolds(guard, {
      ...this.names,
      meaningOf: (name) => (this.own.has(name) ? this.own.get(name) : this.names.meaningOf(name)),
    });
    this.guards -= 1;
    return holds;
  }
}

const HEADER = /^["<]([^">]+)[">]/;

/** By the names of a project, those of each file; and of the files that were asked for, the macros by their names. */
const tables = new WeakMap<ProjectKnowledge['names'], MacroTables>();

interface MacroTables {
  readonly files: ReadonlyMap<string, ProjectKnowledge['names'][number]>;
  readonly macros: Map<string, ReadonlyMap<string, readonly Macro[]>>;
}

function macrosOf(
  { names }: ProjectKnowledge,
  file: string,
): ReadonlyMap<string, readonly Macro[]> {
  const known = tables.get(names) ?? {
    files: new Map(names.map((one) => [one.file, one])),
    macros: new Map<string, ReadonlyMap<string, readonly Macro[]>>(),
  };
  tables.set(names, known);
  const table =
    known.macros.get(file) ??
    Map.groupBy(known.files.get(file)?.names.macros ?? [], ({ name }) => name);
  known.macros.set(file, table);
  return table;
}
