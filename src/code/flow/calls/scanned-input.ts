import type { CallExpr } from '../../c/ir/ast.ts';
import { conversions } from '../../library-models/format-string.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { havoc } from '../memory/havoc.ts';
import { taintSource } from './library-write.ts';

/** scanf and its like write what the user typed through the pointers. */
export function applyScannedInput(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  scan: number,
): void {
  const formatValue = args[scan];
  const text =
    formatValue === undefined ? undefined : interpreter.pointees(formatValue)[0]?.object.text;
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
        : interpreter.contentTaint(first)
      : taintSource(interpreter, expr, kind);
  const items =
    text === undefined ? [] : conversions(text, true).items.filter((item) => item.stars === 0);
  args.slice(scan + 1).forEach((pointer, index) => {
    const item = items[index];
    for (const target of interpreter.targetsOf(pointer)) {
      havoc(interpreter, target.object, expr, taint, 0, '[]');
      const object = interpreter.state.object(target.object);
      if (object === undefined) continue;
      interpreter.state.setObject({
        ...object,
        taint,
        terminated: item?.type === 's' || item?.type === '[' ? 'yes' : object.terminated,
        maxLength: item?.width ?? Number.POSITIVE_INFINITY,
      });
      const type = expr.args[scan + 1 + index]?.type;
      const inner = type?.kind === 'pointer' ? factsOfType(type.to) : TOP_FACTS;
      interpreter.state.set(
        interpreter.ids.cell(target.object, ''),
        interpreter.fresh(expr, `scanned ${index} ${target.object}`, {
          ...inner,
          taint,
          from: expr.name,
        }),
      );
    }
  });
}
