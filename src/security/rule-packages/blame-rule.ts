import type { FlowListener } from '../../code/flow/interpreter/events.ts';
import { StepsSpent } from '../../code/flow/project/file-budget.ts';
import { messageOf } from '../../errors.ts';
import { isRustRule, type PackageRule } from '../../rules/package-rule.ts';

/**
 * The same rule, but what it throws names it: the file whose analysis fails for it says only what was thrown, and its
 * reader has to know whose code that is.
 */
export function blameRule(rule: PackageRule): PackageRule {
  const { id } = rule;
  if (isRustRule(rule)) {
    return { ...rule, check: (facts, report) => blaming(id, () => rule.check(facts, report)) };
  }
  const { listen, inspect } = rule;
  return {
    ...rule,
    ...(listen === undefined
      ? {}
      : {
          listen: (report) =>
            blamed(
              id,
              blaming(id, () => listen(report)),
            ),
        }),
    ...(inspect === undefined
      ? {}
      : { inspect: (unit, report) => blaming(id, () => inspect(unit, report)) }),
  };
}

/** The same listener, each of whose methods names the rule in what it throws. */
function blamed(id: string, listener: FlowListener): FlowListener {
  const known = new Map<PropertyKey, unknown>();
  return new Proxy(listener, {
    get(target, key) {
      if (known.has(key)) return known.get(key);
      const value: unknown = Reflect.get(target, key);
      const kept =
        typeof value === 'function'
          ? (...args: unknown[]) => blaming(id, () => Reflect.apply(value, target, args))
          : value;
      known.set(key, kept);
      return kept;
    },
  });
}

function blaming<T>(id: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    // That a file has cost what it may is no mistake of the rule.
    if (thrown instanceof StepsSpent) throw thrown;
    throw new Error(`the rule ${id} failed: ${messageOf(thrown)}`, { cause: thrown });
  }
}
