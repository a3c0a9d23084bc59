import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import type { FunctionPair } from './function-pairs.ts';
import type { GuardedUse } from './guarded-uses.ts';
import { leavesOn } from './leaves-on.ts';
import { linearForm } from './linear-form.ts';
import { lostConstraints } from './lost-constraints.ts';
import { byteThatIsNotTheEnd, removedEndTest } from './lost-end-tests.ts';
import { isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A read of a text that is within it only where a byte of it is not its end. */
export interface UnendedRead {
  /** What said in base that it was not the end. */
  readonly test: Expr;
  /** `name[1]`, or `name[strlen(name) - 1]`, in head. */
  readonly read: Expr;
  /** `name[0]`. */
  readonly byte: string;
}

/** What asks for the length of a text, as the name of a call or the beginning of its text. */
const LENGTH = /len/i;

/** The reads behind a byte that may be the NUL of a text since the change, and those in front of a text that may be empty. */
export function unendedReads(change: UnitChange, pair: FunctionPair): readonly UnendedRead[] {
  const lost = lostConstraints(pair, change.base, change.head, change.lines);
  const found = new Map<string, UnendedRead>();
  for (const { constraint, uses } of lost) {
    const byte = byteThatIsNotTheEnd(constraint);
    if (byte === undefined || found.has(byte)) continue;
    const test = removedEndTest(change, pair, byte);
    const isPassed = (one: GuardedUse) =>
      test !== undefined && leavesOn(pair.base, test) && isGivenAndPassed(one, byte, pair.head);
    const use = uses.find((one) => dependsOn(one, byte)) ?? uses.find(isPassed);
    if (use === undefined || test === undefined || isAskedAnew(change, pair.head, byte, use.expr))
      continue;
    const isKept = [...use.constraints.values()].some((one) => {
      const known = byteThatIsNotTheEnd(one);
      return known !== undefined && asElement(known) === asElement(byte);
    });
    if (!isKept) found.set(byte, { test, read: use.expr, byte });
  }
  return [...found.values()];
}

function dependsOn({ kind, text, expr }: GuardedUse, byte: string): boolean {
  if (kind !== 'access') return false;
  return text === byteBehind(byte) || isInFrontOfEmpty(expr, byte);
}

/** Whether a call gets a byte of a text that the function goes on in. */
function isGivenAndPassed(
  { kind, expr }: GuardedUse,
  byte: string,
  head: LoweredFunction,
): boolean {
  const [, place] = /^\*(\w+)$/.exec(byte) ?? [];
  if (kind !== 'call' || expr.kind !== 'call' || place === undefined) return false;
  return (
    expr.args.some((argument) => expressionText(argument) === byte) &&
    expressionsOf(head.blocks).some(
      (step) =>
        step.kind === 'incdec' && step.op === '++' && expressionText(step.operand) === place,
    )
  );
}

/** The byte behind one: `p[1]` behind `*p`, `s[i + 1]` behind `s[i]`. */
function byteBehind(byte: string): string | undefined {
  const [, base, at] = /^(.+)\[(\w+)\]$/.exec(byte) ?? [];
  if (base !== undefined && at !== undefined)
    return /^\d+$/.test(at) ? `${base}[${Number(at) + 1}]` : `${base}[${at} + 1]`;
  return byte.startsWith('*') ? `${byte.slice(1)}[1]` : undefined;
}

/** `s[strlen(s) - 1]` for `s[0]` or `*s`. */
function isInFrontOfEmpty(expr: Expr, byte: string): boolean {
  if (expr.kind !== 'index') return false;
  const base = expressionText(expr.base);
  if (byte !== `${base}[0]` && byte !== `*${base}`) return false;
  const { constant, terms } = linearForm(expr.index);
  return constant < 0 && [...terms.keys()].some((term) => LENGTH.test(term) && term.includes(base));
}

/** Whether the change wrote a condition, or the value of a switch, that names the byte or what it is in. */
function isAskedAnew(
  change: UnitChange,
  { blocks }: LoweredFunction,
  byte: string,
  use: Expr,
): boolean {
  const own = new Set(expressionsIn(use));
  const base = byte.replace(/^\*|\[\w+\]$/g, '');
  return blocks.some(({ end }) => {
    const asked =
      end.kind === 'branch' ? end.condition : end.kind === 'switch' ? end.value : undefined;
    return (
      asked !== undefined &&
      isWritten(change, asked) &&
      expressionsIn(asked).some(
        (part) =>
          !own.has(part) && /^(?:index|deref|call)$/.test(part.kind) && namesBase(part, byte, base),
      )
    );
  });
}

function namesBase(part: Expr, byte: string, base: string): boolean {
  if (part.kind === 'call' && LENGTH.test(part.name)) return false;
  if (part.kind === 'call') return part.args.some((argument) => expressionText(argument) === base);
  return asElement(expressionText(part)) === asElement(byte);
}

/** `*p` as `p[0]`. */
function asElement(byte: string): string {
  return byte.startsWith('*') ? `${byte.slice(1)}[0]` : byte;
}
