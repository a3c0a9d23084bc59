import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { pointee } from '../../code/c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { AccessEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule } from './c-rule.ts';
import { type Place, placeOf } from './support/sizes/distance-asked.ts';
import { hasLearntBottom } from './support/sizes/extent.ts';
import { readsPastAsked } from './support/sizes/reads-past-asked.ts';
import { fieldEnd } from './support/sizes/record-layout.ts';

const LENGTH = /len|size|^n$|cnt|count|avail|remain|left|bytes|got|read|nread/i;

const END = /len|size|cnt|count|avail|remain|left|bytes|got|nread|end|limit|max|total|stop|\bn$/i;

export const lengthCheckTooShort: CRule = {
  id: 'length_check_too_short',
  title: 'More is read than the length was checked for',
  category: 'bounds',
  cwe: [125, 1284],
  furtherCwe: [130],
  severity: 'high',
  precision: 'medium',
  help: 'The code asks whether there are enough bytes for a part of a header, and then reads fields that lie behind that part. A message that ends there makes it read what lies in memory behind the message: bytes of an earlier one, or of other data.',
  suggestion: 'Compare the length with the end of the last field that is read.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdint.h>
#include <sys/socket.h>
struct head { uint8_t kind; uint8_t flags; uint16_t length; uint32_t number; };
uint32_t number(const uint8_t *bytes, size_t length) {
  if (length < 4) return 0;
  return (uint32_t)bytes[3] << 8 | bytes[4]; // defect
}
uint32_t next(int fd) {
  uint8_t packet[1500];
  ssize_t got = recv(fd, packet, sizeof packet, 0);
  if (got < 4) return 0;
  const struct head *head = (const struct head *)packet;
  return head->number; // defect
}
int seventh(const uint8_t *bytes, size_t length) {
  int found = 0;
  for (size_t at = 0; at < length;) {
    uint8_t kind = bytes[at];
    uint8_t size = bytes[at + 1]; // defect
    if (kind == 7) found++;
    at += 2 + size;
  }
  return found;
}
int segment(const uint8_t *option, const uint8_t *end) {
  while (option < end) {
    int kind = *option++;
    if (kind == 0) break;
    int size = *option++; // defect
    if (kind == 2) return size;
    option += size;
  }
  return 0;
}`,
    ],
    good: [
      `#include <stdint.h>
#include <sys/socket.h>
struct head { uint8_t kind; uint8_t flags; uint16_t length; uint32_t number; };
uint32_t number(const uint8_t *bytes, size_t length) {
  if (length < 4) return 0;
  if (bytes[0] == 1 && length >= 8) return bytes[7];
  bytes += 2;
  length -= 2;
  return (uint32_t)bytes[0] << 8 | bytes[1];
}
uint32_t next(int fd) {
  uint8_t packet[1500];
  ssize_t got = recv(fd, packet, sizeof packet, 0);
  if (got < (ssize_t)sizeof(struct head)) return 0;
  const struct head *head = (const struct head *)packet;
  return head->number;
}
int kind(const uint8_t *bytes, int length) {
  if (length < 1) return -1;
  return bytes[0];
}
int seventh(const uint8_t *bytes, size_t length) {
  int found = 0;
  for (size_t at = 0; at + 2 <= length;) {
    uint8_t kind = bytes[at];
    uint8_t size = bytes[at + 1];
    if (kind == 7 && length - at > 2) found += bytes[at + 2];
    at += 2 + size;
  }
  return found;
}
int segment(const uint8_t *option, const uint8_t *end) {
  while (option < end) {
    int kind = *option++;
    if (kind == 0 || option >= end) break;
    int size = *option++;
    if (kind == 2) return size;
    option += size;
  }
  return 0;
}
int quoted(const uint8_t *text, const uint8_t *end) {
  int found = 0;
  while (text < end) {
    if (text[0] == '%' && text[1] == '%') found++;
    text += found + 1;
  }
  return found;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      const told = new Set<string>();
      readsPastAsked(fn, ({ read, cursor, end }) => {
        if (told.has(cursor.text) || !isEnd(end) || isOfWholeUnits(fn, end)) return;
        told.add(cursor.text);
        report(
          read,
          `\`${unit.tree.textOf(read)}\` is behind the bytes that the comparison of \`${cursor.text}\` with \`${end.text}\` asks for`,
          { confidence: hasUnevenSteps(fn, cursor) ? 0.6 : 0.42, event: 'shape' },
        );
      });
    }
  },
  listen(report) {
    let lengths: ReadonlyMap<Variable, Length> = new Map();
    // A variable that nothing reads any more is forgotten, and what its value was tested for is not.
    let tested = new Map<Variable, Value>();
    return {
      enter(fn) {
        // What is compared with a number that varies as well is checked for more than constants say.
        lengths = new Map([...lengthsIn(fn)].filter(([, { variable }]) => !isVaried(fn, variable)));
        tested = new Map();
      },
      branch(condition, _assertion, facts) {
        if (lengths.size === 0) return;
        const named = expressionsIn(condition).map((one) =>
          one.kind === 'name' ? one.variable : undefined,
        );
        for (const { variable, name } of lengths.values())
          if (named.includes(variable)) tested.set(variable, facts.valueOf(name));
      },
      access(event, facts) {
        if (event.write || lengths.size === 0) return;
        const end = endOf(event, facts);
        if (end === undefined || end.base === undefined) return;
        const length = lengths.get(end.base);
        const value = length && tested.get(length.variable);
        if (length === undefined || value === undefined) return;
        const { lo } = facts.range(value);
        if (lo < 1 || lo >= end.bytes || value.root === 0 || !hasLearntBottom(facts, value)) return;
        // That there is anything is no check of a header.
        if (lo < 2 && !length.isRead) return;
        const name = `\`${length.variable.name}\``;
        report(
          event.expr,
          `\`${facts.text(event.expr)}\` ends ${end.bytes} bytes into \`${end.base.name}\`, and ${name} was only asked to be ${lo}`,
          {
            confidence: lo < 2 ? 0.45 : length.isRead ? 0.7 : 0.6,
            event: length.isRead ? 'definite' : 'latent',
            trace: [facts.step(event.expr, 'it is read here')],
          },
        );
      },
    };
  },
};

/** Whether a place says where bytes end, by its type or its name. */
function isEnd({ text, type }: Place): boolean {
  return type.kind === 'pointer' || END.test(text);
}

/** Whether code asks for the remainder of a length, as where records of one size follow each other. */
function isOfWholeUnits(fn: LoweredFunction, end: Place): boolean {
  return expressionsOf(fn.blocks).some(
    (expr) =>
      expr.kind === 'binary' &&
      /^[%&]$/.test(expr.op) &&
      expressionsIn(expr.left).some((part) => placeOf(part)?.text === end.text),
  );
}

/** Whether a place goes on by what the bytes say, so that any number of them may be left. */
function hasUnevenSteps(fn: LoweredFunction, cursor: Place): boolean {
  return expressionsOf(fn.blocks).some(
    (expr) =>
      expr.kind === 'assign' &&
      placeOf(expr.target)?.text === cursor.text &&
      (expr.op === '+=' ||
        (expr.op === '=' &&
          expressionsIn(expr.value).some((part) => placeOf(part)?.text === cursor.text))) &&
      constantOf(expr.value) === undefined &&
      !isMovedByConstant(expr.value, cursor),
  );
}

function isMovedByConstant(value: Expr, cursor: Place): boolean {
  const sum = withoutCasts(value);
  return (
    sum.kind === 'binary' &&
    placeOf(sum.left)?.text === cursor.text &&
    constantOf(sum.right) !== undefined
  );
}

/** A variable that says how many bytes another leads to. */
interface Length {
  readonly variable: Variable;
  readonly name: Expr;
  /** Whether the function has read the bytes itself. */
  readonly isRead: boolean;
}

/** The lengths of the bytes that a function is given, or that it reads, where neither changes afterwards. */
function lengthsIn(fn: LoweredFunction): ReadonlyMap<Variable, Length> {
  const found = new Map<Variable, Length>();
  const exprs = expressionsOf(fn.blocks);
  const changed = changedIn(exprs);
  const nameOf = (variable: Variable): Expr | undefined =>
    exprs.find((expr) => expr.kind === 'name' && expr.variable === variable);
  fn.parameters.forEach((bytes, position) => {
    const length = fn.parameters[position + 1];
    const to = pointee(bytes.type);
    const isBytes = to?.kind === 'int' && to.bits === 8;
    if (!isBytes || length?.type.kind !== 'int' || !LENGTH.test(length.name)) return;
    const name = nameOf(length);
    if (name !== undefined && !changed.has(bytes) && !changed.has(length))
      found.set(bytes, { variable: length, name, isRead: false });
  });
  for (const { variable, value } of givenIn(fn)) {
    const call = withoutCasts(value);
    if (call.kind !== 'call' || variable.type.kind !== 'int') continue;
    const model = libraryModelOf(call.name);
    const isCount = model?.result?.kind === 'integer' && model.result.atMost !== undefined;
    const write = model?.writes?.find(({ taint }) => taint !== undefined);
    const to = write && call.args[write.arg];
    const bytes = to && withoutCasts(to);
    if (!isCount || bytes?.kind !== 'name' || bytes.variable === undefined) continue;
    const name = nameOf(variable);
    const times = givenIn(fn).filter((one) => one.variable === variable).length;
    const reads = exprs.filter(
      (one) => one.kind === 'call' && writesTo(one, bytes.variable),
    ).length;
    if (name !== undefined && times === 1 && reads === 1)
      found.set(bytes.variable, { variable, name, isRead: true });
  }
  return found;
}

function writesTo(expr: Expr, bytes: Variable | undefined): boolean {
  if (expr.kind !== 'call') return false;
  const writes = libraryModelOf(expr.name)?.writes ?? [];
  return writes.some(({ arg }) => {
    const given = expr.args[arg];
    const bare = given && withoutCasts(given);
    return bare?.kind === 'name' && bare.variable === bytes;
  });
}

/** Whether a condition compares a length with anything but a constant. */
function isVaried(fn: LoweredFunction, length: Variable): boolean {
  return fn.blocks.some(
    ({ end }) =>
      end.kind === 'branch' &&
      expressionsIn(end.condition).some((expr) => {
        if (expr.kind !== 'binary' || !/^(?:[<>]=?|[!=]=)$/.test(expr.op)) return false;
        const sides = [expr.left, expr.right];
        const own = sides.find((side) =>
          expressionsIn(side).some((one) => one.kind === 'name' && one.variable === length),
        );
        return (
          own !== undefined && sides.some((side) => side !== own && constantOf(side) === undefined)
        );
      }),
  );
}

/** What variables are given, at their declaration or later. */
function givenIn(fn: LoweredFunction): { variable: Variable; value: Expr }[] {
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'declare' && step.init !== undefined
        ? [{ variable: step.variable, value: step.init }]
        : [],
    ),
  );
  const assigned = expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' && expr.target.kind === 'name' && expr.target.variable !== undefined
      ? [{ variable: expr.target.variable, value: expr.value }]
      : [],
  );
  return [...declared, ...assigned];
}

function changedIn(exprs: readonly Expr[]): ReadonlySet<Variable> {
  const changed = new Set<Variable>();
  for (const expr of exprs) {
    const target =
      expr.kind === 'assign'
        ? expr.target
        : expr.kind === 'incdec' || expr.kind === 'address'
          ? expr.operand
          : undefined;
    if (target?.kind === 'name' && target.variable !== undefined) changed.add(target.variable);
  }
  return changed;
}

/** Where a read at a constant place ends, in bytes from the start of the variable it goes through. */
function endOf(
  event: AccessEvent,
  facts: Facts,
): { base: Variable | undefined; bytes: number } | undefined {
  const { expr, base, index, via, elementSize } = event;
  const bare = withoutCasts(base);
  if (via === 'index' && index !== undefined) {
    const at = constantOf(index);
    if (at === undefined || at < 0 || elementSize === undefined || bare.kind !== 'name')
      return undefined;
    return { base: bare.variable, bytes: (at + 1) * elementSize };
  }
  if (via !== 'arrow' || expr.kind !== 'member') return undefined;
  const bytes = fieldEnd(expr, facts);
  const [only, ...others] = facts.pointees(event.pointer);
  if (bytes === undefined || only === undefined || others.length > 0 || only.offset.root !== 0)
    return undefined;
  const { object, offset } = only;
  if (offset.add !== 0 || object.kind !== 'variable') return undefined;
  const variable = facts.function.locals.find(
    (local) => local.name === object.name && local.type.kind === 'array',
  );
  return { base: variable, bytes };
}
