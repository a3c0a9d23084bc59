import type { RustCall } from '../../code/rust/state/events.ts';
import { describeTaint, type RustTaint } from '../../code/rust/state/taint.ts';
import type { RustValue } from '../../code/rust/state/value.ts';
import type { RuleDescription } from '../rule.ts';
import type { RustRule } from '../rust/rust-rule.ts';
import type { ArgumentTest } from './argument-test.ts';
import { callMessage } from './call-message.ts';
import type { CallPattern } from './call-pattern.ts';
import { matchesNames } from './name-patterns.ts';

/** A rule for Rust that reports calls of functions and methods as a file of rules declares them. */
export function rustCallRule(description: RuleDescription, declared: CallPattern): RustRule {
  const isMeant = matchesNames(declared.call);
  return {
    ...description,
    check(facts, report) {
      for (const analysed of facts.functions) {
        for (const call of analysed.events.calls) {
          const name = call.path === '' ? call.name : call.path;
          if (!isMeant(name)) continue;
          const found = argumentThatFits(declared, call);
          if (found === undefined) continue;
          const { taint, argument } = found;
          const source = taint === undefined ? undefined : describeTaint(taint);
          report({
            node: call.node,
            in: analysed,
            message: callMessage(declared, name, argument, source),
            confidence: declared.confidence,
            taint,
          });
        }
      }
    },
  };
}

interface Found {
  readonly argument: number | undefined;
  readonly taint: RustTaint | undefined;
}

function argumentThatFits({ argument, is }: CallPattern, call: RustCall): Found | undefined {
  if (is === undefined) return { argument: undefined, taint: undefined };
  for (const [index, value] of call.arguments.entries()) {
    if (argument !== undefined && argument !== index + 1) continue;
    if (is === 'untrusted') {
      const { taint } = value;
      if (taint !== undefined && taint.kind !== 'parameter') return { argument: index + 1, taint };
    } else if (fits(is, value)) return { argument: index + 1, taint: undefined };
  }
  return undefined;
}

function fits(test: Exclude<ArgumentTest, 'untrusted'>, value: RustValue): boolean {
  if (test === 'literal') return value.constant;
  if (test === 'not_literal') return !value.constant;
  // References of safe Rust are never null.
  if (test === 'null') return false;
  if ('equal' in test) return test.equal === value.number || test.equal === value.text;
  if (value.number === undefined) return false;
  return 'below' in test ? value.number < test.below : value.number > test.above;
}
