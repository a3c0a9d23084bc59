import type { CallExpr, Expr } from '../../code/c/ir/ast.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';

const COPIES = /^(?:__builtin_)?st[pr]ncpy$/;

interface Copy {
  readonly call: CallExpr;
  readonly destination: string;
}

export const strncpyNoNullterm: CRule = {
  id: 'strncpy_no_nullterm',
  title: 'strncpy may leave text without its NUL',
  category: 'bounds',
  cwe: [170],
  severity: 'medium',
  precision: 'medium',
  help: '`strncpy` stores no NUL when the source is as long as the limit or longer. Code that then reads the buffer as text runs past its end. Nothing is reported where a NUL is stored afterwards, or where the buffer was cleared and the limit leaves its last byte alone.',
  suggestion: 'Store a NUL in the last byte of the buffer right after the copy, or use snprintf.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <string.h>
void show(const char *title) {
  char head[20];
  strncpy(head, title, sizeof(head)); // defect
  printf("== %s ==\\n", head);
}
void give(char *out, const char *title, size_t room) {
  strncpy(out, title, room); // defect
}`,
    ],
    good: [
      `#include <stdio.h>
#include <string.h>
void show(const char *title, char *out) {
  char head[20];
  char tail[20] = {0};
  strncpy(head, title, sizeof(head));
  head[sizeof(head) - 1] = 0;
  strncpy(tail, title, sizeof(tail) - 1);
  strncpy(out, "x", 4);
  printf("== %s %s ==\\n", head, tail);
}
void tag(char *field) {
  char magic[4];
  strncpy(magic, "RIFF", 4);
  memcpy(field, magic, 4);
}`,
    ],
  },
  listen: (report) => {
    // The last strncpy into each object, by the object's number.
    const copies = new Map<number, Copy>();
    return {
      enter: () => copies.clear(),
      called(event, _result, facts) {
        const [destination, , limit] = event.args;
        if (!COPIES.test(event.call.name) || limit === undefined || destination === undefined)
          return;
        for (const { object } of facts.pointees(destination)) {
          const expr = event.call.args[0];
          if (expr !== undefined)
            copies.set(object.id, { call: event.call, destination: facts.text(expr) });
        }
      },
      call(event, facts) {
        if (COPIES.test(event.call.name)) return;
        usedAsText(event, copies, facts, report);
      },
      returned(value, result, facts) {
        if (value !== undefined && result !== undefined)
          confirm(result, 0.6, copies, facts, report);
        atEnd(copies, facts, report);
      },
    };
  },
};

/** A buffer that still lacks its NUL when it is used as text, or when unknown code gets it. */
function usedAsText(
  event: CallEvent,
  copies: Map<number, Copy>,
  facts: Facts,
  report: ReportHit,
): void {
  const { model, call, args } = event;
  const texts = new Set(
    (model?.reads ?? []).filter((read) => read.size === undefined).map((read) => read.arg),
  );
  args.forEach((value, index) => {
    const arg = call.args[index];
    if (arg === undefined) return;
    const asText =
      texts.has(index) ||
      (model?.format !== undefined && index > model.format) ||
      appendsTo(call, index);
    if (asText) confirm(value, 0.8, copies, facts, report);
    else if (model !== undefined) forgetRaw(value, copies, facts);
    else if (model === undefined && isText(arg)) confirm(value, 0.6, copies, facts, report);
  });
}

/** What is copied or written as raw bytes is a field of fixed width, not text. */
function forgetRaw(value: Value, copies: Map<number, Copy>, facts: Facts): void {
  for (const { object } of facts.pointees(value)) copies.delete(object.id);
}

function appendsTo(call: CallExpr, index: number): boolean {
  return index === 0 && /^strn?cat$/.test(call.name);
}

function isText(expr: Expr): boolean {
  const { type } = expr;
  const element = type.kind === 'pointer' ? type.to : type.kind === 'array' ? type.of : undefined;
  return element?.kind === 'int' && element.bits === 8;
}

function confirm(
  value: Value,
  confidence: number,
  copies: ReadonlyMap<number, Copy>,
  facts: Facts,
  report: ReportHit,
): void {
  for (const { object } of facts.pointees(value)) {
    const copy = copies.get(object.id);
    if (copy === undefined || object.terminated !== 'no') continue;
    report(
      copy.call,
      `\`${copy.destination}\` may lack its NUL when the source is as long as the limit`,
      { confidence, trace: [facts.step(copy.call, 'it is copied without a NUL here')] },
    );
  }
}

/** Memory that callers see and that still lacks its NUL when the function ends. */
function atEnd(copies: ReadonlyMap<number, Copy>, facts: Facts, report: ReportHit): void {
  for (const [id, copy] of copies) {
    const object = facts.state.object(id);
    if (object === undefined || object.terminated !== 'no') continue;
    // A field of fixed width need not end in a NUL, as in archives and socket addresses.
    const isField = object.size !== undefined && object.kind === 'unknown';
    report(copy.call, `\`${copy.destination}\` may lack its NUL when the function returns`, {
      confidence: isField ? 0.42 : object.escaped ? 0.58 : 0.5,
    });
  }
}
