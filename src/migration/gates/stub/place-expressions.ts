import { childOf, descendants, type SyntaxNode } from '../../../code/syntax/syntax.ts';

/** The variable that a place is a part of: `s` of `(*s).a[i].b`. */
export function rootVariableOf(place: SyntaxNode): SyntaxNode | undefined {
  if (place.type === 'identifier' || place.type === 'self') return place;
  const inner =
    childOf(place, 'value') ??
    childOf(place, 'function') ??
    place.children.find(({ named }) => named);
  return inner === undefined ? undefined : rootVariableOf(inner);
}

/** Whether a loop can be left with a value. */
export function hasBreakValue(body: SyntaxNode): boolean {
  return descendants(body).some(
    ({ type, children }) =>
      type === 'break_expression' &&
      children.some((child) => child.named && child.type !== 'label'),
  );
}
