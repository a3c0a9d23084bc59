import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from './c-rule.ts';
import { sameExpression } from './support/expressions/same-expression.ts';

const RESOLVES =
  /^(?:realpath|canonicalize_file_name|canonical|weakly_canonical|lexically_normal|getcwd)$/;
const FOLDER = /root|base|dir|folder|prefix|jail|home|parent/i;
const SLASH = 47;

export const pathPrefix: CRule = {
  id: 'path_prefix',
  title: 'A folder is told by the letters a path begins with',
  category: 'input',
  cwe: [22, 187],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'A path that begins with the letters of a folder need not lie in it: `/srv/www-private/key` begins with `/srv/www`. The comparison has to go on to the separator behind the folder.',
  suggestion:
    'Compare with the separator at the end of the folder, or ask that one follows in the path.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
int opened(const char *path) {
  char real[PATH_MAX];
  if (realpath(path, real) == NULL) return -1;
  if (strncmp(real, "/srv/www", strlen("/srv/www")) != 0) return -1; // defect
  return open(real, O_RDONLY);
}
int below(const char *root, const char *path) {
  char real[PATH_MAX];
  if (realpath(path, real) == NULL) return 0;
  return strncmp(real, root, strlen(root)) == 0; // defect
}`,
    ],
    good: [
      `#include <limits.h>
#include <stdlib.h>
#include <string.h>
int inside(const char *path) {
  char real[PATH_MAX];
  if (realpath(path, real) == NULL) return 0;
  return strncmp(real, "/srv/www/", strlen("/srv/www/")) == 0;
}
int below(const char *root, const char *path) {
  char real[PATH_MAX];
  if (realpath(path, real) == NULL) return 0;
  size_t length = strlen(root);
  return strncmp(real, root, length) == 0 && (real[length] == '/' || real[length] == 0);
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      const exprs = expressionsOf(fn.blocks);
      const calls = exprs.filter((expr) => expr.kind === 'call');
      if (!calls.some(({ name }) => RESOLVES.test(name)) || asksForSlash(fn)) continue;
      for (const call of calls) {
        const folder = folderOf(call);
        if (folder === undefined) continue;
        report(
          call,
          `a path beside the folder, such as ${folder} with more letters at its end, begins with the same letters`,
          { confidence: 0.7 },
        );
      }
    }
  },
};

/** What a call compares the beginning of a path with, where that does not end in a separator. */
function folderOf(call: CallExpr): string | undefined {
  const { name, args } = call;
  if (/^(?:strncmp|strncasecmp|memcmp)$/.test(name)) {
    const [left, right, length] = args.map(withoutCasts);
    if (left === undefined || right === undefined || length === undefined) return undefined;
    const folder = [left, right].find((side) => isLengthOf(length, side));
    return folder && named(folder);
  }
  // `path.compare(0, root.size(), root)`, `path.rfind(root, 0)`, `path.starts_with(root)`
  if (call.receiver === undefined) return undefined;
  const given = name === 'compare' && args.length === 3 ? args[2] : args[0];
  const isPrefix =
    name === 'starts_with' ||
    (name === 'compare' && args.length === 3) ||
    (name === 'rfind' && args[1] !== undefined && constantOf(args[1]) === 0);
  return isPrefix && given !== undefined ? named(withoutCasts(given)) : undefined;
}

function isLengthOf(length: Expr, side: Expr): boolean {
  if (length.kind === 'call' && /^(?:strlen|size|length)$/.test(length.name)) {
    const of = length.receiver ?? length.args[0];
    return (
      (of !== undefined && sameExpression(withoutCasts(of), side)) ||
      (side.kind === 'string' && of !== undefined && isSameText(withoutCasts(of), side.value))
    );
  }
  return side.kind === 'string' && constantOf(length) === side.value.length;
}

function isSameText(expr: Expr, text: string): boolean {
  return expr.kind === 'string' && expr.value === text;
}

function named(expr: Expr): string | undefined {
  if (expr.kind === 'string')
    return /^\/.*[^/]$/.test(expr.value) ? `\`${expr.value}\`` : undefined;
  if (expr.kind === 'call' && /^(?:string|c_str|native|u8string)$/.test(expr.name))
    return expr.receiver && named(withoutCasts(expr.receiver));
  const isNamed = expr.kind === 'name' || expr.kind === 'member';
  return isNamed && FOLDER.test(expr.name) ? `\`${expr.name}\`` : undefined;
}

/** Whether a function compares a character with a separator, or puts one behind the folder. */
function asksForSlash(fn: LoweredFunction): boolean {
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind === 'binary' && /^[!=]=$/.test(expr.op))
      return [expr.left, expr.right].some((side) => constantOf(side) === SLASH);
    if (expr.kind === 'assign') return constantOf(expr.value) === SLASH || endsInSlash(expr.value);
    if (expr.kind === 'binary' && expr.op === '+') return endsInSlash(expr.right);
    return expr.kind === 'call' && /^(?:push_back|append|strcat)$/.test(expr.name)
      ? expr.args.some((arg) => constantOf(arg) === SLASH || endsInSlash(arg))
      : false;
  });
}

function endsInSlash(expr: Expr): boolean {
  return expressionsIn(expr).some((part) => part.kind === 'string' && part.value === '/');
}
