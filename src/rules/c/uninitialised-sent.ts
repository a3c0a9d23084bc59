import type { CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { partsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule } from './c-rule.ts';
import { rootVariable } from './support/expressions/root-variable.ts';

/** Calls by which bytes leave the program: the places of the bytes and of their number. */
const SENDS: ReadonlyMap<string, readonly [number, number]> = new Map(
  Object.entries({
    write: [1, 2],
    send: [1, 2],
    sendto: [1, 2],
    pwrite: [1, 2],
    SSL_write: [1, 2],
    BIO_write: [1, 2],
    fwrite: [0, 1],
    copy_to_user: [1, 2],
  } as const),
);
/** Calls that write a text to the beginning of an array and leave the rest of it. */
const TEXTS = /^(?:strn?cpy|strlcpy|strcat|strncat|sprintf|snprintf|memcpy|stpcpy)$/;

export const uninitialisedSent: CRule = {
  id: 'uninitialised_sent',
  title: 'Memory that was never written is sent out',
  category: 'memory',
  cwe: [200, 908],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'A local record or array is written in part, and then all of its bytes are sent or stored. What was not written, fields, the rest of a text or the gaps between fields, is what earlier calls left on the stack: addresses, keys, parts of other messages.',
  suggestion: 'Clear the whole with memset before it is filled in, or send only what was written.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
struct answer { uint32_t code; uint32_t value; char name[32]; };
struct gap { uint8_t code; uint32_t value; };
int answer(int fd, uint32_t value) {
  struct answer answer;
  answer.code = 1;
  answer.value = value;
  return send(fd, &answer, sizeof answer, 0) == sizeof answer; // defect
}
int named(int fd, uint32_t value) {
  struct answer answer;
  answer.code = 1;
  answer.value = value;
  snprintf(answer.name, sizeof answer.name, "%u", value);
  return send(fd, &answer, sizeof answer, 0) == sizeof answer; // defect
}
int gaps(int fd, uint32_t value) {
  struct gap gap;
  gap.code = 1;
  gap.value = value;
  return write(fd, &gap, sizeof gap) == sizeof gap; // defect
}
int text(int fd, const char *name) {
  char line[128];
  snprintf(line, sizeof line, "name %s", name);
  return write(fd, line, sizeof line) == sizeof line; // defect
}`,
    ],
    good: [
      `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
struct answer { uint32_t code; uint32_t value; char name[32]; };
struct pair { uint32_t code; uint32_t value; };
int answer(int fd, uint32_t value) {
  struct answer answer;
  memset(&answer, 0, sizeof answer);
  answer.code = 1;
  answer.value = value;
  return send(fd, &answer, sizeof answer, 0) == sizeof answer;
}
int pair(int fd, uint32_t value) {
  struct pair pair;
  pair.code = 1;
  pair.value = value;
  return write(fd, &pair, sizeof pair) == sizeof pair;
}
int text(int fd, const char *name) {
  char line[128];
  int length = snprintf(line, sizeof line, "name %s", name);
  if (length < 0 || length >= (int)sizeof line) return 0;
  return write(fd, line, length) == length;
}
int marker(int fd) {
  char mark[2];
  mark[0] = 0;
  mark[1] = 1;
  return write(fd, mark, 2) == 2;
}
int cleared(int fd, const char *name) {
  char line[128] = "";
  strncpy(line, name, sizeof line - 1);
  return write(fd, line, sizeof line) == sizeof line;
}`,
    ],
  },
  listen: (report) => ({
    call({ call }, facts) {
      const sent = sentBy(call, facts);
      if (sent === undefined) return;
      const left = leftOut(facts.function, sent, call, facts);
      if (left === undefined) return;
      report(call, `\`${sent.name}\` goes out with ${left.what} that nothing has written`, {
        confidence: left.confidence,
      });
    },
  }),
};

/** The local record or array of which all bytes go out. */
function sentBy(call: CallExpr, facts: Facts): Variable | undefined {
  const places = SENDS.get(call.name);
  const bytes = places && call.args[places[0]];
  const size = places && call.args[places[1]];
  if (bytes === undefined || size === undefined) return undefined;
  const bare = withoutCasts(bytes);
  const place = bare.kind === 'address' ? withoutCasts(bare.operand) : bare;
  if (place.kind !== 'name' || place.variable?.scope !== 'local') return undefined;
  const { type } = place.variable;
  if (type.kind !== 'record' && !(type.kind === 'array' && bare === place)) return undefined;
  if (type.kind === 'array' && !(type.of.kind === 'int' && type.of.bits === 8)) return undefined;
  return facts.sizeOf(type) === constantOf(size) ? place.variable : undefined;
}

interface LeftOut {
  readonly what: string;
  readonly confidence: number;
}

/** What of a variable nothing writes before it is sent; undefined where something may write all of it. */
function leftOut(
  fn: LoweredFunction,
  variable: Variable,
  sending: CallExpr,
  facts: Facts,
): LeftOut | undefined {
  const written = new Set<string>();
  const partly = new Set<string>();
  for (const block of fn.blocks) {
    for (const step of block.steps)
      if (step.kind === 'declare' && step.variable === variable && step.init !== undefined)
        return undefined;
    for (const root of topLevelExpressions(block))
      if (!collect(root, variable, sending, written, partly)) return undefined;
  }
  if (variable.type.kind === 'array')
    return partly.has('') && written.size === 0
      ? { what: 'bytes behind its text', confidence: 0.65 }
      : undefined;
  if (variable.type.kind !== 'record') return undefined;
  const record = facts.unit.symbols.record(variable.type.name);
  if (record === undefined || record.union || record.fields.length === 0 || written.size === 0)
    return undefined;
  const missing = record.fields.find(({ name }) => !written.has(name) && !partly.has(name));
  if (missing !== undefined) return { what: `a field \`${missing.name}\``, confidence: 0.7 };
  const text = record.fields.find(({ name }) => partly.has(name) && !written.has(name));
  if (text !== undefined)
    return { what: `bytes behind the text in \`${text.name}\``, confidence: 0.65 };
  const sizes = record.fields.map(({ type }) => facts.sizeOf(type));
  const sum = sizes.reduce<number>((total, size) => total + (size ?? Number.NaN), 0);
  const whole = facts.sizeOf(variable.type) ?? 0;
  const isPacked = /\bpacked\b|pragma\s+pack|__packed/.test(facts.unit.tree.text);
  return sum < whole && !isPacked && isOwnLayout(variable.type, facts)
    ? { what: `${whole - sum} bytes between its fields`, confidence: 0.55 }
    : undefined;
}

/** Whether the layout of a record stands in this file, where an attribute of it would be seen. */
function isOwnLayout(type: CType, facts: Facts): boolean {
  if (type.kind !== 'record') return false;
  return new RegExp(`\\bstruct\\s+${type.name.replace(/\W/g, '')}\\s*\\{`).test(
    facts.unit.tree.text,
  );
}

/** Notes what is written of a variable; false where it is used in a way that may write all of it. */
function collect(
  expr: Expr,
  variable: Variable,
  sending: CallExpr,
  written: Set<string>,
  partly: Set<string>,
): boolean {
  if (expr === sending) {
    const [bytes] = SENDS.get(sending.name) ?? [];
    return expr.kind === 'call' && expr.args.every((arg, at) => at === bytes || withoutIt(arg));
  }
  function withoutIt(part: Expr): boolean {
    return collect(part, variable, sending, written, partly);
  }
  if (expr.kind === 'assign') {
    const field = fieldOf(expr.target, variable);
    if (field !== undefined) {
      // One element after the other may write them all.
      written.add(field);
      return withoutIt(expr.value);
    }
  }
  if (expr.kind === 'call' && TEXTS.test(expr.name)) {
    const [to, ...rest] = expr.args;
    const field = to && fieldOf(to, variable);
    if (field !== undefined) {
      const count = rest.at(-1);
      const isWhole =
        /^(?:memcpy|strncpy)$/.test(expr.name) &&
        count !== undefined &&
        constantOf(count) !== undefined;
      (isWhole ? written : partly).add(field);
      return rest.every(withoutIt);
    }
  }
  const field = fieldOf(expr, variable);
  if (field !== undefined) {
    if (expr.kind === 'name') return false;
    // A scalar that is only read; of an array or a record something else may be done with it.
    return expr.type.kind === 'int' || expr.type.kind === 'float' || expr.type.kind === 'pointer';
  }
  if (expr.kind === 'address' && rootVariable(expr.operand) === variable) {
    const inner = fieldOf(expr.operand, variable);
    if (inner === undefined || inner === '') return false;
    written.add(inner);
    return true;
  }
  return partsOf(expr).every(withoutIt);
}

/** The field of a variable that a place lies in: empty for the variable itself. */
function fieldOf(expr: Expr, variable: Variable): string | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind === 'name') return bare.variable === variable ? '' : undefined;
  if (bare.kind === 'member' && !bare.arrow) {
    const outer = fieldOf(bare.base, variable);
    return outer === '' ? bare.name : outer;
  }
  if (bare.kind === 'index') return fieldOf(bare.base, variable);
  return undefined;
}
