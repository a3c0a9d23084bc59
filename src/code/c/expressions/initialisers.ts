import { childOf, childrenOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { type CType, pointee, UNKNOWN } from '../ir/types.ts';
import type { LoweringContext } from './lowering-context.ts';

/** `{1, .x = 2}`, and the arguments in `T x(1, 2)`. */
export function lowerInitList(node: SyntaxNode, context: LoweringContext): Expr {
  const items: { name: string | undefined; value: Expr }[] = [];
  let isPartial = false;
  for (const child of node.children) {
    if (!child.named) continue;
    isPartial ||= /^preproc_|^ERROR$/.test(child.type) || hasIndex(child);
    if (child.type === 'initializer_pair') {
      const value = childOf(child, 'value');
      const name = designatorName(child, context);
      if (value !== undefined) items.push({ name, value: context.lower(value) });
    } else items.push({ name: undefined, value: context.lower(child) });
  }
  const { start, end } = context.span(node);
  // What an #include or an #embed puts between the braces is not seen.
  isPartial ||= items.length === 0 || /^[ \t]*#/m.test(context.textOf(node));
  isPartial ||= items.some(({ value }) => value.kind === 'call' && value.isMacro === true);
  const partial = isPartial ? { isPartial } : {};
  return { kind: 'initlist', items, ...partial, type: UNKNOWN, start, end };
}

/** `[4] = x` */
function hasIndex(item: SyntaxNode): boolean {
  return (
    item.type === 'initializer_pair' && childOf(item, 'designator')?.type !== 'field_designator'
  );
}

function designatorName(pair: SyntaxNode, context: LoweringContext): string | undefined {
  const [designator, ...others] = childrenOf(pair, 'designator');
  for (const other of designator?.type === 'field_designator' ? others : [designator, ...others])
    for (const child of other?.children ?? []) if (child.named) context.lower(child);
  return designator?.type === 'field_designator'
    ? context.textOf(designator).replace(/^\./, '').trim()
    : undefined;
}

/** `char s[] = "abc"` and `int a[] = {1, 2}` take their length from the initialiser. */
export function completeArrayType(type: CType, init: Expr | undefined): CType {
  if (type.kind !== 'array' || type.length !== undefined || init === undefined) return type;
  if (init.kind === 'string') return { ...type, length: init.value.length + 1 };
  if (init.kind === 'initlist' && init.isPartial !== true)
    return { ...type, length: init.items.length };
  return type;
}

/** The type that `auto` stands for. */
export function autoType(declared: CType, init: Expr | undefined): CType {
  if (init === undefined) return declared;
  const inner = init.type;
  if (declared.kind !== 'pointer')
    return inner.kind === 'array' ? { kind: 'pointer', to: inner.of } : inner;
  return declared.reference === true
    ? { kind: 'pointer', to: inner, reference: true }
    : { kind: 'pointer', to: pointee(inner) ?? UNKNOWN };
}
