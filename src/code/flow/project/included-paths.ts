import { oppositeCondition, parseCondition, truthOf } from '../../c/ir/build-condition.ts';
import { settingOfCompiler } from '../../c/ir/configuration.ts';
import { isSystemHeader } from '../../c/ir/system-headers.ts';
import { BY_MACRO, ELSEWHERE } from './reached-headers.ts';

/** The paths in the `#include` directives of a text, also those that a macro of the text stands for. */
export function includedPaths(text: string): string[] {
  return [...text.matchAll(INCLUDE)].flatMap(([, path, macro = '']) =>
    path === undefined ? pathsOfMacro(macro, text) : [path],
  );
}

const INCLUDE = /^[ \t]*#[ \t]*include(?:[ \t]*["<]([^">\n]+)[">]|[ \t]+([A-Za-z_]\w*))/gm;

/** What `#define NAME "path"` says, of several all. */
function pathsOfMacro(name: string, text: string): string[] {
  const define = `^[ \\t]*#[ \\t]*define[ \\t]+${name}[ \\t]+["<]([^">\\n]+)[">]`;
  return [...text.matchAll(new RegExp(define, 'gm'))].map(([, path = '']) => path);
}

/**
 * The paths in quotes in the `#include` directives that hold in every build, but those of the system: what stands under
 * a condition, and not only under the guard of a header, may not be meant.
 */
export function requiredPaths(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, ' ');
  const isGuarded = /^\s*(?:\/\/.*\s*)*#[ \t]*ifndef\b/.test(code);
  return includesIn(code)
    .filter(({ isInQuotes, depth }) => isInQuotes && depth <= (isGuarded ? 1 : 0))
    .map(({ path }) => path)
    .filter((path) => !isSystemHeader(path));
}

/**
 * The same without what is not meant where nothing is known of the build: headers of the system in angle brackets, since
 * a file of the project that is called as one of them is, such as `port/win32/sys/socket.h`, counts only where the build
 * looks into its folder. Headers that other systems include than the one that the engine stands for begin with
 * `ELSEWHERE`, unless there are no others. A path that a macro stands for is `BY_MACRO`.
 */
export function ownIncludedPaths(text: string): string[] {
  const all = includesIn(text);
  const isForAnother = all.every(({ isElsewhere }) => isElsewhere);
  return all.flatMap(({ path, isOfSystem, isElsewhere }) => {
    if (isOfSystem) return [];
    return isElsewhere && !isForAnother ? `${ELSEWHERE}${path}` : path;
  });
}

interface Include {
  readonly path: string;
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

function includesIn(text: string): Include[] {
  const found: Include[] = [];
  const open: Branch[] = [];
  for (const [, directive, rest = ''] of text.matchAll(DIRECTIVE)) {
    if (directive === 'include') {
      const [, sign, path] = /^(?:(["<])([^">\n]+)[">]|[A-Za-z_])/.exec(rest) ?? [];
      const isElsewhere = open.some(({ holds, isTaken }) => holds === false || isTaken === true);
      const isOfSystem = sign === '<' && isSystemHeader(path ?? '');
      found.push({
        ...{ path: path ?? BY_MACRO, isInQuotes: sign === '"', depth: open.length },
        ...{ isOfSystem, isElsewhere },
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
    parseCondition(text.replace(/\\\n/g, ' ').replace(/\/\*.*?\*\/|\/\/.*$/g, ' ')),
    settingOfCompiler,
  );
}
