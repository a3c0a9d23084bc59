import { realpathSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { readDirectives } from '../../../code/c/declarations/directives.ts';
import type { Macro } from '../../../code/c/ir/macro.ts';
import { isSystemHeader } from '../../../code/c/ir/system-headers.ts';
import { headersByMacro } from '../../../code/flow/project/included-paths.ts';
import { leadsOutside } from '../../../leads-outside.ts';
import { readSourceText, type TextLimits } from '../../../workspace/files/source-text.ts';

/** What a file includes, and of a header that is not scanned what it defines. */
interface IncludingFile {
  readonly included: readonly { readonly path: string; readonly isQuoted: boolean }[];
  /** Whether a macro that others define stands for one. */
  readonly byMacro: boolean;
  readonly macros: readonly Macro[];
}

/** The headers that one file includes: where they are, or that they are not there. */
interface IncludeStep {
  readonly places: readonly string[];
  readonly foreign: readonly string[];
  readonly isWhole: boolean;
}

/** What a unit reaches besides files that are scanned. */
export interface Reached {
  /** What headers define that are there and not scanned: such as those that are made while building. */
  readonly macros: readonly Macro[];
  /** The paths of headers from outside of the tree. */
  readonly foreign: readonly string[];
  /** Whether each header that belongs to the tree was found. */
  readonly isWhole: boolean;
  /** The unit and the headers of the tree that it may read. */
  readonly places: readonly string[];
}

const INCLUDE =
  /^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*(?:(["<])([^">\n]+)[">]|([A-Za-z_]\w*))/gm;

const MAX_REACHED = 4000;

/** Which headers the units of a tree reach, by the folders that their compilers look into. */
export class IncludeGraph {
  private readonly roots: readonly string[];
  private readonly scanned: ReadonlySet<string>;
  private readonly limits: TextLimits;
  private readonly files = new Map<string, IncludingFile>();
  private readonly places = new Map<string, string | undefined>();
  private readonly steps = new Map<string, Map<string, IncludeStep>>();

  /** @param roots where the files of the tree are: the first that has one counts */
  constructor(roots: readonly string[], scanned: ReadonlySet<string>, limits: TextLimits) {
    this.roots = roots;
    this.scanned = scanned;
    this.limits = limits;
  }

  /** @param forced headers that are read first, below the root */
  reachedFrom(file: string, folders: readonly string[], forced: readonly string[]): Reached {
    const macros: Macro[] = [];
    const foreign = new Set<string>();
    const step = this.stepIn(folders);
    let isWhole = true;
    const reached = new Set([...forced, file]);
    // A set gives what is added to it while it is gone through, too.
    for (const from of reached) {
      const next = step(from);
      macros.push(...this.fileAt(from).macros);
      isWhole &&= next.isWhole && reached.size < MAX_REACHED;
      for (const path of next.foreign) foreign.add(path);
      for (const place of next.places) reached.add(place);
    }
    return { macros, foreign: [...foreign].sort(), isWhole, places: [...reached] };
  }

  /** What a file includes where headers are looked up in some folders, which is found out once. */
  private stepIn(folders: readonly string[]): (from: string) => IncludeStep {
    const key = folders.join('\0');
    const known = this.steps.get(key) ?? new Map<string, IncludeStep>();
    this.steps.set(key, known);
    return (from) => {
      const step = known.get(from) ?? this.included(from, folders);
      known.set(from, step);
      return step;
    };
  }

  private included(from: string, folders: readonly string[]): IncludeStep {
    const { included, byMacro } = this.fileAt(from);
    const places: string[] = [];
    const foreign: string[] = [];
    let isWhole = !byMacro;
    for (const { path, isQuoted } of included) {
      const place = this.placeOf(path, isQuoted ? [dirname(from), ...folders] : folders);
      if (place !== undefined) places.push(place);
      else if (isQuoted && !isSystemHeader(path)) isWhole = false;
      else if (!isSystemHeader(path)) foreign.push(path);
    }
    return { places, foreign, isWhole };
  }

  private fileAt(path: string): IncludingFile {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const text = this.textOf(path) ?? '';
    const headersOf = headersByMacro(text);
    const named = [...text.matchAll(INCLUDE)].map(([, sign, path, macro = '']) => {
      const headers = path === undefined ? headersOf(macro) : [{ sign, path }];
      return headers.map((header) => ({ path: header.path, isQuoted: header.sign === '"' }));
    });
    const file = {
      included: named.flat(),
      byMacro: named.some(({ length }) => length === 0),
      macros: this.scanned.has(path) ? [] : readDirectives(text).macros,
    };
    this.files.set(path, file);
    return file;
  }

  /** The text of a file of the tree; undefined where none is there. */
  textOf(path: string): string | undefined {
    for (const root of this.roots) {
      const source = readSourceText(root, path, this.limits);
      if ('text' in source) return source.text;
    }
    return undefined;
  }

  private placeOf(path: string, folders: readonly string[]): string | undefined {
    for (const folder of folders) {
      const place = normalize(join(folder, path));
      if (this.scanned.has(place)) return place;
      if (leadsOutside(place)) continue;
      if (this.isFile(place)) return place;
    }
    return undefined;
  }

  private isFile(place: string): boolean {
    const known = this.places.get(place);
    if (known !== undefined || this.places.has(place)) return known !== undefined;
    const isThere = this.roots.some((root) => isFileAt(join(root, place)));
    this.places.set(place, isThere ? place : undefined);
    return isThere;
  }
}

/** Links are not followed: what they lead to may be outside of the tree. */
function isFileAt(path: string): boolean {
  try {
    return statSync(path).isFile() && realpathSync(path) === path;
  } catch {
    return false;
  }
}
