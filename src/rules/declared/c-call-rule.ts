import type { Expr } from '../../code/c/ir/ast.ts';
import type { Taint } from '../../code/flow/domain/taint.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule } from '../c/c-rule.ts';
import { constantPrefix, isConstantText } from '../c/support/expressions/constant-text.ts';
import { confidenceByOrigin, traceOf } from '../c/support/expressions/taint-trace.ts';
import { eventOf, isExternal, MAX_KEPT } from '../c/support/expressions/untrusted.ts';
import type { RuleDescription } from '../rule.ts';
import type { ArgumentTest } from './argument-test.ts';
import { callMessage } from './call-message.ts';
import type { CallPattern } from './call-pattern.ts';
import { matchesNames } from './name-patterns.ts';

/** A rule for C and C++ that reports calls as a file of rules declares them. */
export function cCallRule(description: RuleDescription, declared: CallPattern): CRule {
  const isMeant = matchesNames(declared.call);
  return {
    ...description,
    listen: (report) => ({
      call({ call, args, use }, facts) {
        if (!isMeant(call.name)) return;
        if (declared.result === 'ignored' && use !== 'ignored') return;
        const found = argumentThatFits(declared, call.args, args, facts);
        if (found === undefined) return;
        const { taint } = found;
        const stated = declared.confidence;
        report(call, callMessage(declared, call.name, found.argument, taint?.source), {
          confidence:
            taint === undefined
              ? stated
              : confidenceByOrigin(taint, stated, Math.min(stated, MAX_KEPT)),
          event: taint === undefined ? 'shape' : eventOf(taint),
          trace:
            taint === undefined ? [] : traceOf(taint, facts.step(call, 'it is an argument here')),
        });
      },
    }),
  };
}

interface Found {
  /** Counted from 1; undefined where the rule asks for no argument. */
  readonly argument: number | undefined;
  readonly taint: Taint | undefined;
}

/** The argument for which a call is reported, or nothing where none is as the rule says. */
function argumentThatFits(
  { argument, is }: CallPattern,
  exprs: readonly Expr[],
  values: readonly Value[],
  facts: Facts,
): Found | undefined {
  if (is === undefined) return { argument: undefined, taint: undefined };
  for (const [index, expr] of exprs.entries()) {
    const value = values[index];
    if (value === undefined || (argument !== undefined && argument !== index + 1)) continue;
    if (is === 'untrusted') {
      const taint = facts.contentTaint(value) ?? facts.taint(value);
      if (isExternal(taint)) return { argument: index + 1, taint };
    } else if (fits(is, expr, value, facts)) return { argument: index + 1, taint: undefined };
  }
  return undefined;
}

function fits(
  test: Exclude<ArgumentTest, 'untrusted'>,
  expr: Expr,
  value: Value,
  facts: Facts,
): boolean {
  if (test === 'literal') return isConstantText(expr, value, facts);
  if (test === 'not_literal') return !isConstantText(expr, value, facts);
  if (test === 'null')
    return (
      facts.isNull(value) === 'always' ||
      (facts.isNull(value) === 'maybe' && facts.nullOrigin(value) !== undefined)
    );
  const { lo, hi } = facts.range(value);
  if ('below' in test) return hi < test.below;
  if ('above' in test) return lo > test.above;
  return typeof test.equal === 'number'
    ? lo === test.equal && hi === test.equal
    : constantPrefix(value, facts) === test.equal;
}
