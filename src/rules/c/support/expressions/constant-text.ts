import type { Expr } from '../../../../code/c/ir/ast.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** Functions that look a literal up in a catalogue of translations. */
const TRANSLATION = /^(?:_|N_|Q_|gettext|dgettext|dcgettext|ngettext|tr|i18n)$/;

/** Whether a text stands in the program itself on every path that leads here. */
export function isConstantText(expr: Expr, value: Value, facts: Facts): boolean {
  const inner = withoutCasts(expr);
  if (inner.kind === 'string' || inner.kind === 'number') return true;
  if (inner.kind === 'conditional')
    return [inner.then ?? inner.condition, inner.otherwise].every((branch) =>
      isConstantText(branch, facts.valueOf(branch), facts),
    );
  if (inner.kind === 'call' && TRANSLATION.test(inner.name))
    return inner.args.some((arg) => isText(arg) && isConstantText(arg, facts.valueOf(arg), facts));
  if (inner.kind === 'name' && isConstantGlobal(inner.variable?.id, facts)) return true;
  if (
    inner.kind === 'index' &&
    inner.base.kind === 'name' &&
    inner.base.variable?.constant === true
  )
    return inner.base.variable.scope !== 'parameter' && facts.contentTaint(value) === undefined;
  if (value.root === 0) return true;
  const pointees = facts.pointees(value);
  return (
    pointees.length > 0 &&
    pointees.every(
      ({ object }) =>
        object.kind === 'literal' ||
        (object.kind === 'variable' &&
          object.text !== undefined &&
          object.taint === undefined &&
          !object.text.includes('%')),
    )
  );
}

function isText({ type }: Expr): boolean {
  return type.kind === 'pointer' || type.kind === 'array';
}

function isConstantGlobal(id: number | undefined, facts: Facts): boolean {
  if (id === undefined) return false;
  return facts.unit.globals.some(
    ({ variable, init }) =>
      variable.id === id &&
      (variable.constant || variable.scope === 'static') &&
      (init?.kind === 'string' || init?.kind === 'initlist'),
  );
}

/** The text that is known to stand at the beginning of what a pointer points to. */
export function constantPrefix(value: Value, facts: Facts): string | undefined {
  for (const { object, offset } of facts.pointees(value)) {
    if (object.text !== undefined && offset.root === 0)
      return offset.add >= 0 ? object.text.slice(offset.add) : undefined;
  }
  return undefined;
}
