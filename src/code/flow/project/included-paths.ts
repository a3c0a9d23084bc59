import { oppositeCondition, parseCondition, truthOf } from '../../c/ir/build-condition.ts';
import { settingOfCompiler } from '../../c/ir/configuration.ts';
import { isSystemHeader } from '../../c/ir/system-headers.ts';
import { BY_MACRO, ELSEWHERE } from './reached-headers.ts';

/** The paths in the `#include` directives of a text, also those that a macro of the text stands for. */
export function includedPaths(text: string): string[] {
  const headersOf = headersByMacro(text);
  return [...text.matchAll(INCLUDE)].flatMap(([, path, macro = '']) =>
    path === undefined ? headersOf(macro).map((header) => header.path) : [path],
  );
}

const INCLUDE = /^[ \t]*#[ \t]*include(?:[ \t]*["<]([^">\n]+)[">]|[ \t]+([A-Za-z_]\w*))/gm;

/** The definitions of a macro outside of a text: what it stands for. */
export type MacroBodies = (name: string) => readonly string[];

const NO_BODIES: MacroBodies = () => [];

/** A macro may stand for another one; those of a cycle end here. */
const MAX_NESTED = 4;

/**
 * Looks up the headers that `#define NAME "path"` says, of several all; where the text defines no such macro, what
 * others define. None where that names no header, or more than `MAX_OF_MACRO`.
 */
export function headersByMacro(
  text: string,
  outer: MacroBodies = NO_BODIES,
): (name: string) => readonly Named[] {
  const found = new Map<string, readonly Named[]>();
  let own: ReadonlyMap<string, readonly string[]> | undefined;
  return (name) => {
    own ??= definitionsIn(text);
    const headers = found.get(name) ?? headersNamed(name, own, outer);
    found.set(name, headers);
    return headers.length > MAX_OF_MACRO ? [] : headers;
  };
}

/** A text may name a macro as often as it likes, and define it as often: each naming would stand for all of them. */
const MAX_OF_MACRO = 64;

interface Named {
  readonly sign: string;
  readonly path: string;
}

const DEFINITION = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+([^\n]+)/gm;

/** What the macros of a text stand for, by their names. */
function definitionsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const bodies = new Map<string, string[]>();
  for (const [, name = '', body = ''] of text.matchAll(DEFINITION)) {
    const others = bodies.get(name);
    if (others === undefined) bodies.set(name, [body]);
    else others.push(body);
  }
  return bodies;
}

/** @param seen macros that were looked up: what they name counts once, however often others stand for them */
function headersNamed(
  name: string,
  own: ReadonlyMap<string, readonly string[]>,
  outer: MacroBodies,
  depth = 0,
  seen = new Set<string>(),
): Named[] {
  if (seen.has(name)) return [];
  seen.add(name);
  return (own.get(name) ?? outer(name)).flatMap((body) => {
    const [, sign = '', path, macro] =
      /^(?:(["<])([^">]+)[">]|([A-Za-z_]\w*)\s*$)/.exec(body) ?? [];
    if (path !== undefined) return [{ sign, path }];
    if (macro === undefined || depth === MAX_NESTED) return [];
    return headersNamed(macro, own, outer, depth + 1, seen);
  });
}

/**
 * The paths in quotes in the `#include` directives that hold in every build, but those of the system: what stands under
 * a condition, and not only under the guard of a header, may not be meant. What a macro stands for is, where the text
 * defines it once: without it the text does not compile.
 */
export function requiredPaths(text: string): string[] {
  const code = withoutBlockComments(text);
  const guards = isGuarded(code) ? 1 : 0;
  return includesIn(code)
    .filter(({ isInQuotes, ofMacro }) => isInQuotes && (ofMacro ?? 1) === 1)
    .filter(({ depth }) => depth <= guards)
    .map(({ path }) => path)
    .filter((path) => !isSystemHeader(path));
}

function withoutBlockComments(text: string): string {
  const parts: string[] = [];
  for (let from = 0; ; ) {
    const start = text.indexOf('/*', from);
    const end = start < 0 ? -1 : text.indexOf('*/', start + 2);
    // An opening that nothing closes may stand in a comment of one line: `src/*.c`.
    if (end < 0) return [...parts, text.slice(from)].join(' ');
    parts.push(text.slice(from, start));
    from = end + 2;
  }
}

/** Whether a text without comments in blocks begins with the guard of a header. */
function isGuarded(code: string): boolean {
  return /^\s*(?:\/\/[^\n]*\n\s*)*#[ \t]*ifndef\b/.test(code);
}

/**
 * The same without what is not meant where nothing is known of the build: headers of the system in angle brackets, since
 * a file of the project that is called as one of them is, such as `port/win32/sys/socket.h`, counts only where the build
 * looks into its folder. Headers that other systems include than the one that the engine stands for begin with
 * `ELSEWHERE`, unless there are no others. A path that a macro stands for is `BY_MACRO`.
 */
export function ownIncludedPaths(text: string): string[] {
  return meantIncludes(text).flatMap(({ path, isOfSystem, isElsewhere }) => {
    if (isOfSystem) return [];
    return isElsewhere ? `${ELSEWHERE}${path}` : path;
  });
}

/**
 * The `#include` directives of a text. Those that its preprocessing leaves out are elsewhere, and so are those of other
 * systems than the one that the engine stands for, unless there are no others.
 * @param active the text without what its preprocessing is known to leave out, each character at the place where it was
 * @param bodiesOf what macros stand for that the text does not define
 */
export function meantIncludes(
  text: string,
  active: string = text,
  bodiesOf: MacroBodies = NO_BODIES,
): MeantInclude[] {
  const left = includesIn(active, bodiesOf);
  const isForAnother = left.every(({ isElsewhere }) => isElsewhere);
  const meant = left.map((one) => ({ ...one, isElsewhere: one.isElsewhere && !isForAnother }));
  if (active === text) return meant;
  const leftOut = includesIn(text).filter(
    ({ path, at }) => path !== BY_MACRO && active[at] !== '#',
  );
  return [...meant, ...leftOut.map((one) => ({ ...one, isElsewhere: true }))];
}

/** An `#include` directive whose path may decide which header is meant. */
export type MeantInclude = Pick<Include, 'path' | 'isOfSystem' | 'isElsewhere'>;

/** Whether conditions, other than that of the guard of a header, or macros decide which headers a text includes. */
export function choosesHeaders(text: string): boolean {
  const code = withoutBlockComments(text);
  const guards = isGuarded(code) ? 1 : 0;
  return includesIn(code).some((one) => one.ofMacro !== undefined || one.depth > guards);
}

interface Include {
  readonly path: string;
  /** Where the `#` of its directive stands. */
  readonly at: number;
  /** How many headers the macro may stand for that names it; undefined where none does. */
  readonly ofMacro: number | undefined;
  readonly isInQuotes: boolean;
  /** The number of conditions that it stands under. */
  readonly depth: number;
  /** Whether it is a header of the system in angle brackets. */
  readonly isOfSystem: boolean;
  /** Whether it stands under a condition that does not hold on the system that the engine stands for. */
  readonly isElsewhere: boolean;
}

const DIRECTIVE =
  /^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif|include)\b[ \t]*((?:\\\n|[^\n])*)/gm;

/** The branch of an `#if` that a place stands in. */
interface Branch {
  /** Whether the condition of the branch holds; undefined where that is not known. */
  readonly holds: boolean | undefined;
  /** Whether one before it does. */
  readonly isTaken: boolean | undefined;
}

function includesIn(text: string, bodiesOf: MacroBodies = NO_BODIES): Include[] {
  const found: Include[] = [];
  const open: Branch[] = [];
  const headersOf = headersByMacro(text, bodiesOf);
  for (const { 0: whole, 1: directive, 2: rest = '', index } of text.matchAll(DIRECTIVE)) {
    if (directive === 'include') {
      const [, sign, path, macro = ''] =
        /^(?:(["<])([^">\n]+)[">]|([A-Za-z_]\w*))/.exec(rest) ?? [];
      const named = path === undefined ? headersOf(macro) : [{ sign, path }];
      const isElsewhere = open.some(({ holds, isTaken }) => holds === false || isTaken === true);
      const at = index + whole.indexOf('#');
      // What nothing defines is known to the preprocessor alone.
      for (const header of named.length > 0 ? named : [{ sign, path: BY_MACRO }])
        found.push({
          ...{ path: header.path, at, ofMacro: path === undefined ? named.length : undefined },
          ...{ isInQuotes: header.sign === '"', depth: open.length },
          ...{ isOfSystem: header.sign === '<' && isSystemHeader(header.path), isElsewhere },
        });
    } else if (directive === 'endif') open.pop();
    else if (directive === 'else' || directive === 'elif') {
      const before = open.pop() ?? { holds: undefined, isTaken: undefined };
      const isTaken = before.isTaken === true || before.holds === true ? true : undefined;
      open.push({ holds: directive === 'else' ? undefined : holdsHere(rest), isTaken });
    } else {
      const condition = directive === 'ifndef' ? oppositeCondition(rest.trim()) : rest;
      open.push({ holds: holdsHere(condition), isTaken: undefined });
    }
  }
  return found;
}

/** Whether a condition holds for the compiler that the engine stands for; undefined where it asks for something else. */
function holdsHere(text: string): boolean | undefined {
  return truthOf(
    parseCondition(text.replace(/\\\n/g, ' ').replace(/\/\*.*?(?:\*\/|$)|\/\/.*$/g, ' ')),
    settingOfCompiler,
  );
}
