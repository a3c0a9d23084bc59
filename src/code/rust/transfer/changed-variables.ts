import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import { READS_NUMBER } from '../ranges/method-range.ts';
import type { RustAssumption } from '../state/assumptions.ts';
import { afterWriting } from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';
import { macroChanges } from './macro-effects.ts';

/** Forgets what a piece of code may change that runs more than once. @param how that is called */
export function forgetChanged(walk: RustWalk, node: SyntaxNode, how: RustAssumption): void {
  for (const name of assignedIn(walk, node)) {
    const binding = walk.scopes.find(name);
    if (binding !== undefined) walk.set(binding, { ...afterWriting(binding.value, how), made: '' });
  }
  for (const name of numbersChangedIn(walk, node)) {
    const binding = walk.scopes.find(name);
    if (binding !== undefined) walk.forgetNumber(binding, how);
  }
}

/** What a piece of code that runs at another time, or several times, writes to may have any value from then on. */
export function loseChanged(walk: RustWalk, node: SyntaxNode): void {
  for (const name of numbersChangedIn(walk, node)) {
    const binding = walk.scopes.find(name);
    if (binding?.mutable === true) walk.lose(binding, 'havocked');
  }
}

/** The variables that may come to hold another number in a piece of code, some in ways that do not look like it. */
function numbersChangedIn(walk: RustWalk, node: SyntaxNode): Set<string> {
  const names = new Set<string>();
  for (const one of descendants(node)) {
    const changed = changedBy(walk, one);
    for (const each of changed) if (each.type === 'identifier') names.add(walk.text(each));
  }
  return names;
}

/** The names that an expression may write to: `x = 1`, `&mut x`, `x.set_bit(1)`, and all that a macro is given. */
function changedBy(walk: RustWalk, node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.type) {
    case 'assignment_expression':
    case 'compound_assignment_expr':
      return descendants(childOf(node, 'left') ?? node);
    case 'reference_expression':
      return node.children.some(({ type }) => type === 'mutable_specifier')
        ? descendants(node)
        : [];
    case 'macro_invocation':
      return macroChanges(walk, node) ? descendants(node) : [];
    case 'call_expression': {
      const callee = childOf(node, 'function');
      const receiver = callee?.type === 'field_expression' ? childOf(callee, 'value') : undefined;
      const method = callee && childOf(callee, 'field');
      const reads = method === undefined || READS_NUMBER.test(walk.text(method));
      return receiver === undefined || reads ? [] : [receiver];
    }
    default:
      return [];
  }
}

/** The variables that are assigned somewhere in a piece of code. */
function assignedIn(walk: RustWalk, node: SyntaxNode): Set<string> {
  const targets = descendants(node).flatMap((one) => {
    const isAssignment = /^(?:assignment_expression|compound_assignment_expr)$/.test(one.type);
    const left = isAssignment ? childOf(one, 'left') : undefined;
    return left?.type === 'identifier' ? [walk.text(left)] : [];
  });
  return new Set(targets);
}

/** Only variables declared `mut` can change from one round to the next. */
export function forgetAssigned(walk: RustWalk, places: ReadonlySet<string>): void {
  for (const binding of walk.events.bindings) {
    if (binding.mutable && places.has(binding.place)) walk.kill(binding.place);
  }
  if (walk.fn.mutableSelf) walk.kill('self');
}
