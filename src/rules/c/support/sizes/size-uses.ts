import type { Expr } from '../../../../code/c/ir/ast.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { FlowListener } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** A number used where a wrong one breaks memory: a length, an allocation size or an index. */
export interface SizeUse {
  readonly kind: 'length' | 'allocation' | 'index';
  readonly expr: Expr;
  readonly value: Value;
}

/** Hears of every length, allocation size and index that a function uses. */
export function sizeUses(handle: (use: SizeUse, facts: Facts) => void): FlowListener {
  return {
    call(event, facts) {
      const { model, args, call } = event;
      if (model === undefined) return;
      const use = (kind: SizeUse['kind'], arg: number | undefined): void => {
        const expr = arg === undefined ? undefined : call.args[arg];
        const value = arg === undefined ? undefined : args[arg];
        if (expr !== undefined && value !== undefined) handle({ kind, expr, value }, facts);
      };
      const seen = new Set<number>();
      for (const { size } of [...(model.writes ?? []), ...(model.reads ?? [])]) {
        for (const arg of [size?.arg, size?.times]) {
          if (arg === undefined || seen.has(arg)) continue;
          seen.add(arg);
          use('length', arg);
        }
      }
      if (/^(?:__builtin_)?alloca$/.test(call.name)) use('allocation', 0);
      if (model.result?.kind !== 'allocation') return;
      use('allocation', model.result.size?.arg);
      use('allocation', model.result.size?.times);
    },
    access(event, facts) {
      if (event.index === undefined || event.indexValue === undefined) return;
      handle({ kind: 'index', expr: event.index, value: event.indexValue }, facts);
    },
    declared(event, facts) {
      handle({ kind: 'allocation', expr: event.count, value: event.elements }, facts);
    },
  };
}
