import type { Expr } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { conversions } from '../../code/library-models/format-string.ts';
import type { CRule, ReportHit } from './c-rule.ts';

export const scanfNoWidth: CRule = {
  id: 'scanf_no_width',
  title: 'scanf reads text of any length into a buffer',
  category: 'bounds',
  cwe: [787, 120],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: '`%s` and `%[` without a width make `scanf` store as many characters as the input has. A width must leave room for the NUL: `%31s` for an array of 32. `%*s` stores nothing and `%ms` allocates what it needs.',
  suggestion: 'Give the conversion a width of one less than the size of the buffer.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
int read_pair(FILE *in) {
  char key[24];
  char value[100];
  if (fscanf(in, "%23s = %s", key, value) != 2) return -1; // defect
  if (sscanf(value, "%24[a-z]", key) != 1) return -1; // defect
  return puts(key);
}`,
    ],
    good: [
      `#include <stdio.h>
#include <stdlib.h>
int read_pair(FILE *in) {
  char key[24];
  char *word = NULL;
  int number;
  char letter;
  if (fscanf(in, "%*s %23s %d %c", key, &number, &letter) != 3) return -1;
  if (fscanf(in, "%ms", &word) == 1) free(word);
  return number;
}
int shorter(const char *text) {
  char from[8] = "abc";
  char to[16];
  (void)text;
  return sscanf(from, "%s", to);
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions) {
      const exprs = expressionsOf(fn.blocks);
      if (exprs.some((expr) => expr.kind === 'call' && /^(?:setw|width)$/.test(expr.name)))
        continue;
      for (const expr of exprs) {
        if (expr.kind !== 'binary' || expr.op !== '>>' || !isInput(expr.left)) continue;
        const to = withoutCasts(expr.right);
        if (to.type.kind !== 'array' || to.type.of.kind !== 'int' || to.type.of.bits !== 8)
          continue;
        report(
          expr,
          `before C++20 \`>>\` stores a word of any length in \`${unit.tree.textOf(to)}\``,
          { confidence: 0.6 },
        );
      }
    }
  },
  listen: (report) => ({
    call(event, facts) {
      if (event.model?.scan !== undefined) check(event, event.model.scan, facts, report);
    },
  }),
};

/** Whether an expression is a stream of the library that is read from. */
function isInput(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  if (bare.kind === 'binary' && bare.op === '>>') return isInput(bare.left);
  return bare.kind === 'name' && /^(?:std::)?w?cin$/.test(bare.name);
}

function check(event: CallEvent, format: number, facts: Facts, report: ReportHit): void {
  const { call, args } = event;
  const formatValue = args[format];
  const text = formatValue === undefined ? undefined : facts.pointees(formatValue)[0]?.object.text;
  if (text === undefined) return;
  const source = call.name.includes('sscanf')
    ? sourceLimit(event, facts)
    : Number.POSITIVE_INFINITY;
  let next = format + 1;
  for (const item of conversions(text, true).items) {
    if (item.stars > 0) continue;
    const pointer = args[next];
    const expr = call.args[next];
    next += 1;
    if (!/^[s[S]$/.test(item.type) || item.allocates) continue;
    const sizes = pointer === undefined ? [] : facts.pointees(pointer);
    const room = Math.min(
      ...sizes.map(({ object, offset }) =>
        object.size === undefined
          ? Number.POSITIVE_INFINITY
          : facts.range(object.size).lo - Math.max(0, facts.range(offset).lo),
      ),
    );
    const name = expr === undefined ? 'the buffer' : `\`${facts.text(expr)}\``;
    if (item.width !== undefined) {
      if (item.width + 1 <= room || room === Number.NEGATIVE_INFINITY) continue;
      report(
        call,
        `a width of ${item.width} stores ${item.width + 1} bytes with the NUL, but ${name} has room for ${room}`,
        { confidence: 0.9, cause: name },
      );
    } else if (source + 1 > room || room === Number.POSITIVE_INFINITY) {
      report(call, `\`%${item.type}\` without a width stores text of any length in ${name}`, {
        cause: name,
        confidence:
          source + 1 <= room && Number.isFinite(source)
            ? 0.45
            : Number.isFinite(room)
              ? 0.85
              : 0.65,
      });
    }
  }
}

/** How long the text that sscanf reads can be. */
function sourceLimit(event: CallEvent, facts: Facts): number {
  const [source] = event.args;
  if (source === undefined) return Number.POSITIVE_INFINITY;
  const limits = facts
    .pointees(source)
    .map(({ object }) =>
      Math.min(
        object.maxLength,
        object.size === undefined || object.terminated === 'no'
          ? Number.POSITIVE_INFINITY
          : facts.range(object.size).hi - 1,
      ),
    );
  return limits.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...limits);
}
