import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { conversions } from '../../code/library-models/format-string.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule } from './c-rule.ts';

/**
 * The rule for texts that are put together in a block whose size is the sum of their lengths. The engine measures a block by
 * one length; of a sum of several it does not know what of it a copy takes.
 */
export const noRoomForNul: CRule = {
  id: 'no_room_for_nul',
  title: 'A block has no room for the NUL of what is put into it',
  category: 'memory',
  cwe: [193],
  furtherCwe: [122, 787],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'The size of the block is the sum of the lengths of the texts that are put together in it. `strlen` does not count the NUL that ends a text, nor what stands between them, so that the last copy writes behind the block.',
  suggestion: 'Add one byte for the NUL, and the length of what stands between the texts.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <string.h>
char *in_folder(const char *folder, const char *name) {
  size_t room = strlen(folder) + strlen(name);
  char *path = malloc(room);
  if (path == NULL) return NULL;
  strcpy(path, folder);
  strcat(path, name); // defect
  return path;
}`,
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *in_folder(const char *folder, const char *name) {
  char *path = malloc(strlen(folder) + strlen(name) + 1);
  if (path == NULL) return NULL;
  sprintf(path, "%s/%s", folder, name); // defect
  return path;
}`,
    ],
    good: [
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *in_folder(const char *folder, const char *name) {
  char *path = malloc(strlen(folder) + strlen(name) + 2);
  if (path == NULL) return NULL;
  sprintf(path, "%s/%s", folder, name);
  return path;
}
char *in_order(const char *first, const char *second) {
  size_t room = strlen(first) + 1;
  room += strlen(second);
  char *both = calloc(room, 1);
  if (both == NULL) return NULL;
  strcpy(both, first);
  strcat(both, second);
  return both;
}
char *longer(const char *first, const char *second, int isBoth) {
  char *text = malloc(strlen(first) + strlen(second));
  if (text == NULL) return NULL;
  strcpy(text, isBoth ? "" : second);
  return text;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      for (const { at, block } of shortBlocks(fn))
        report(at, `\`${at.name}\` writes a text that is longer than \`${block}\``, {
          confidence: 0.85,
        });
  },
};

/** A number of bytes: some lengths of texts, by how they are written, in order, and a number. */
interface Length {
  readonly texts: readonly string[];
  readonly more: number;
}

interface ShortBlock {
  readonly at: CallExpr;
  /** The variable that leads to the block. */
  readonly block: string;
}

function shortBlocks(fn: LoweredFunction): ShortBlock[] {
  const given = givenOnce(fn);
  const found: ShortBlock[] = [];
  for (const [variable, value] of given) {
    const room = roomOf(value, given);
    if (room === undefined || room.texts.length < 2) continue;
    const written = writtenTo(fn, variable);
    if (written === undefined || !sameTexts(written.length.texts, room.texts)) continue;
    if (written.length.more + 1 > room.more) found.push({ at: written.last, block: variable.name });
  }
  return found;
}

/** The variables that get one value in the function, with it. */
function givenOnce(fn: LoweredFunction): ReadonlyMap<Variable, Expr> {
  const values = new Map<Variable, Expr | undefined>();
  const add = (variable: Variable | undefined, value: Expr | undefined) => {
    if (variable !== undefined) values.set(variable, values.has(variable) ? undefined : value);
  };
  for (const { steps } of fn.blocks)
    for (const step of steps)
      if (step.kind === 'declare' && step.init !== undefined) add(step.variable, step.init);
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'assign' && expr.target.kind === 'name')
      add(expr.target.variable, expr.op === '=' ? expr.value : undefined);
    else if ((expr.kind === 'incdec' || expr.kind === 'address') && expr.operand.kind === 'name')
      add(expr.operand.variable, undefined);
  }
  return new Map([...values].flatMap(([variable, value]) => (value ? [[variable, value]] : [])));
}

/** How many bytes an allocation asks for, as far as that is a sum of lengths. */
function roomOf(value: Expr, given: ReadonlyMap<Variable, Expr>): Length | undefined {
  const call = withoutCasts(value);
  if (
    call.kind === 'new' &&
    call.count !== undefined &&
    call.of.kind === 'int' &&
    call.of.bits === 8
  )
    return lengthOf(call.count, given);
  if (call.kind !== 'call') return undefined;
  const result = libraryModelOf(call.name)?.result;
  const size = result?.kind === 'allocation' ? result.size : undefined;
  const asked = size?.arg === undefined ? undefined : call.args[size.arg];
  if (asked === undefined) return undefined;
  const times = size?.times === undefined ? undefined : call.args[size.times];
  if (times === undefined) return lengthOf(asked, given);
  if (constantOf(times) === 1) return lengthOf(asked, given);
  return constantOf(asked) === 1 ? lengthOf(times, given) : undefined;
}

function lengthOf(expr: Expr, given: ReadonlyMap<Variable, Expr>): Length | undefined {
  const bare = withoutCasts(expr);
  const number = constantOf(bare);
  if (number !== undefined) return { texts: [], more: number };
  if (bare.kind === 'call' && bare.name === 'strlen' && bare.args[0] !== undefined)
    return ofText(bare.args[0]);
  if (bare.kind === 'name' && bare.variable !== undefined) {
    const value = given.get(bare.variable);
    return value === undefined || value === expr ? undefined : lengthOf(value, new Map());
  }
  if (bare.kind !== 'binary' || bare.op !== '+') return undefined;
  const [left, right] = [lengthOf(bare.left, given), lengthOf(bare.right, given)];
  return left && right && sum(left, right);
}

function sum(left: Length, right: Length): Length {
  return { texts: [...left.texts, ...right.texts].sort(), more: left.more + right.more };
}

/** The characters of a text, without its NUL. */
function ofText(text: Expr): Length {
  const bare = withoutCasts(text);
  if (bare.kind === 'string') return { texts: [], more: bare.value.length };
  return { texts: [expressionText(bare)], more: 0 };
}

/** What a straight piece of code puts together in a block; undefined where more is done with it there. */
function writtenTo(
  fn: LoweredFunction,
  variable: Variable,
): { readonly length: Length; readonly last: CallExpr } | undefined {
  let length: Length | undefined;
  let last: CallExpr | undefined;
  let block: BasicBlock | undefined;
  for (const each of fn.blocks)
    for (const expr of topLevelExpressions(each).flatMap((root) => expressionsIn(root))) {
      const write = expr.kind === 'call' ? writeOf(expr, variable) : undefined;
      if (write === undefined) continue;
      // What another block adds it adds on some ways only, or many times.
      if (write === 'unknown' || (block !== undefined && block !== each)) return undefined;
      if (expr.kind !== 'call') return undefined;
      block = each;
      last = expr;
      length = write.appends ? length && sum(length, write.length) : write.length;
      if (length === undefined) return undefined;
    }
  return length === undefined || last === undefined ? undefined : { length, last };
}

interface TextWrite {
  readonly length: Length;
  /** Whether it goes behind what is there. */
  readonly appends: boolean;
}

function writeOf(call: CallExpr, variable: Variable): TextWrite | 'unknown' | undefined {
  const at = call.args.findIndex((arg) =>
    expressionsIn(arg).some((part) => part.kind === 'name' && part.variable === variable),
  );
  if (at < 0) return undefined;
  const [, source, ...others] = call.args;
  const target = call.args[0] && withoutCasts(call.args[0]);
  const isWhole = at === 0 && target?.kind === 'name';
  const model = libraryModelOf(call.name);
  if (model !== undefined && model.writes === undefined && model.format === undefined)
    return undefined;
  if (!isWhole || source === undefined) return model?.writes === undefined ? undefined : 'unknown';
  if (call.name === 'strcpy') return { length: ofText(source), appends: false };
  if (call.name === 'strcat') return { length: ofText(source), appends: true };
  if (call.name !== 'sprintf') return model?.writes === undefined ? undefined : 'unknown';
  const format = withoutCasts(source);
  if (format.kind !== 'string') return 'unknown';
  const { items, literalLength } = conversions(format.value);
  const isPlain = items.every(
    ({ type, width, precision, stars }) =>
      type === 's' && width === undefined && precision === undefined && stars === 0,
  );
  if (!isPlain || items.length !== others.length) return 'unknown';
  const length = others.map(ofText).reduce(sum, { texts: [], more: literalLength });
  return { length, appends: false };
}

function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, at) => text === right[at]);
}
