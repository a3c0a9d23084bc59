import type { Expr } from '../../code/c/ir/ast.ts';
import { pointee } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule } from './c-rule.ts';
import { onlyDefinition } from './support/calls/own-functions.ts';

/** Calls whose length counts wide characters: the places of the memory and of the length. */
const COUNTED: ReadonlyMap<string, readonly [number, number]> = new Map(
  Object.entries({
    mbstowcs: [0, 2],
    swprintf: [0, 1],
    vswprintf: [0, 1],
    wcsncpy: [0, 2],
    wcsncat: [0, 2],
    wmemcpy: [0, 2],
    wmemset: [0, 2],
    fgetws: [0, 1],
    mbsrtowcs: [0, 2],
    wcsftime: [0, 1],
    MultiByteToWideChar: [4, 5],
  } as const),
);

export const wideSizeInBytes: CRule = {
  id: 'wide_size_in_bytes',
  title: 'Bytes and wide characters are taken for each other',
  category: 'bounds',
  cwe: [131, 787],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'A wide character has two or four bytes. `malloc(wcslen(s) + 1)` makes room for a part of the text only, and `mbstowcs(out, in, sizeof out)` says that the array holds more characters than it does, so that a long text is written past its end.',
  suggestion:
    'Multiply by `sizeof(wchar_t)` where bytes count, and divide by it where characters count.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <wchar.h>
struct title { wchar_t text[80]; };
static size_t letters(const struct title *of) { return wcslen(of->text); }
char *plain(const struct title *of) {
  char *out = malloc(letters(of) + 1); // defect
  if (out != NULL) wcstombs(out, of->text, 4 * letters(of));
  return out;
}
wchar_t *copied(const wchar_t *text) {
  wchar_t *copy = malloc(wcslen(text) + 1); // defect
  if (copy != NULL) wcscpy(copy, text);
  return copy;
}
int wide(const char *text, wchar_t *first) {
  wchar_t all[64];
  if (mbstowcs(all, text, sizeof all) == (size_t)-1) return -1; // defect
  *first = all[0];
  return swprintf(all, sizeof(all), L"%s", text); // defect
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <wchar.h>
struct title { wchar_t text[80]; };
static size_t letters(const struct title *of) { return wcslen(of->text); }
static size_t room(const struct title *of) { return 4 * letters(of) + 1; }
char *plain(const struct title *of) {
  char *out = malloc(room(of));
  if (out != NULL) wcstombs(out, of->text, room(of));
  return out;
}
wchar_t *copied(const wchar_t *text) {
  wchar_t *copy = malloc((wcslen(text) + 1) * sizeof *copy);
  if (copy != NULL) wcscpy(copy, text);
  return copy;
}
int wide(const char *text, wchar_t *first) {
  wchar_t all[64];
  if (mbstowcs(all, text, sizeof all / sizeof all[0]) == (size_t)-1) return -1;
  *first = all[0];
  return swprintf(all, 64, L"%s", text);
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      for (const expr of expressionsOf(fn.blocks)) {
        if (expr.kind !== 'call') continue;
        const [to, length] = COUNTED.get(expr.name) ?? [];
        const memory = to === undefined ? undefined : expr.args[to];
        const count = length === undefined ? undefined : expr.args[length];
        if (memory !== undefined && count !== undefined && isSizeofWide(count))
          report(
            expr,
            `\`${unit.tree.textOf(count)}\` is a number of bytes, and ${expr.name} counts wide characters`,
            { confidence: 0.85, cwe: 787 },
          );
        const [size] = expr.args;
        if (
          /^(?:malloc|xmalloc|alloca)$/.test(expr.name) &&
          size !== undefined &&
          isWideLength(size, unit)
        )
          report(
            expr,
            `\`${unit.tree.textOf(size)}\` counts wide characters, and ${expr.name} takes bytes`,
            { confidence: 0.85, cwe: 131 },
          );
      }
  },
};

/** `sizeof array` of an array of characters that have several bytes. */
function isSizeofWide(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  if (bare.kind === 'binary' && bare.op === '-') return isSizeofWide(bare.left);
  if (bare.kind !== 'sizeof') return false;
  const of = bare.operand?.type ?? bare.of;
  const element = of.kind === 'array' ? pointee(of) : undefined;
  return element?.kind === 'int' && element.bits > 8;
}

/** `wcslen(s)`, and more of them, that nothing multiplies, also as the result of a function of the file. */
function isWideLength(expr: Expr, unit: TranslationUnit, depth = 0): boolean {
  const bare = withoutCasts(expr);
  if (bare.kind === 'binary' && /^[-+]$/.test(bare.op))
    return isWideLength(bare.left, unit, depth) || isWideLength(bare.right, unit, depth);
  if (bare.kind !== 'call') return false;
  if (/^(?:wcslen|lstrlenW|wcsnlen)$/.test(bare.name)) return true;
  const callee = bare.receiver === undefined ? onlyDefinition(unit, bare.name) : undefined;
  const results = callee?.blocks.flatMap(({ end }) => (end.kind === 'return' ? [end.value] : []));
  return (
    depth < HELPERS &&
    results !== undefined &&
    results.length > 0 &&
    results.every((result) => result !== undefined && isWideLength(result, unit, depth + 1))
  );
}

/** How many functions that give back a length may lie between it and its use. */
const HELPERS = 3;
