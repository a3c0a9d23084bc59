import { oppositeCondition, parseCondition, truthOf } from '../../c/ir/build-condition.ts';
import { settingOfCompiler } from '../../c/ir/configuration.ts';
import { isSystemHeader } from '../../c/ir/system-headers.ts';
import { BY_MACRO, ELSEWHERE } from './reached-headers.ts';

/** The paths in the `#include` directives of a text. */
export function includedPaths(text: string): string[] {
  return [...text.matchAll(INCLUDE)].map(([, , path = '']) => path);
}

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]/gm;

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
      found.push({ path: path ?? BY_MACRO, isOfSystem, isElsewhere });
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
