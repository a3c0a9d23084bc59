import type { CallExpr } from '../c/ast.ts';
import { conversions } from './format.ts';
import { havoc } from './havoc.ts';
import type { Machine } from './machine.ts';
import { madeTaint } from './taint-source.ts';
import { factsOfType } from './typed-facts.ts';
import { UNKNOWN_FACTS, type Value } from './value.ts';

/** scanf and its like write what the user typed through the pointers. */
export function applyScannedInput(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  scan: number,
): void {
  const formatValue = args[scan];
  const text =
    formatValue === undefined ? undefined : machine.pointees(formatValue)[0]?.object.text;
  const first = args[0];
  const kind =
    expr.name.startsWith('s') && expr.name !== 'scanf'
      ? undefined
      : expr.name.startsWith('f')
        ? ('file' as const)
        : ('stdin' as const);
  const taint =
    kind === undefined
      ? first === undefined
        ? undefined
        : machine.contentTaint(first)
      : madeTaint(machine, expr, kind);
  const items =
    text === undefined ? [] : conversions(text, true).items.filter((item) => item.stars === 0);
  args.slice(scan + 1).forEach((pointer, index) => {
    const item = items[index];
    for (const target of machine.targetsOf(pointer)) {
      havoc(machine, target.object, expr, taint);
      const object = machine.state.object(target.object);
      if (object === undefined) continue;
      machine.state.setObject({
        ...object,
        taint,
        terminated: item?.type === 's' || item?.type === '[' ? 'yes' : object.terminated,
        maxLength: item?.width ?? Number.POSITIVE_INFINITY,
      });
      const type = expr.args[scan + 1 + index]?.type;
      const inner = type?.kind === 'pointer' ? factsOfType(type.to) : UNKNOWN_FACTS;
      machine.state.set(
        machine.ids.cell(target.object, ''),
        machine.fresh(expr, `scanned ${index} ${target.object}`, {
          ...inner,
          taint,
          from: expr.name,
        }),
      );
    }
  });
}
