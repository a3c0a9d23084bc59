import { childOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import { lastTwo, pathText } from '../items/path.ts';
import type { AnalysedFunction } from './analysed-function.ts';
import type { Binding } from './scope.ts';

/** What one mention of a variable does with its value. */
export interface Use {
  readonly kind: 'argument' | 'receiver' | 'returned' | 'stored' | 'read';
  /** For arguments the function's last two path segments, for receivers the method. */
  readonly callee: string;
  /** Whether only a reference to it is given. */
  readonly byReference: boolean;
  readonly node: SyntaxNode;
}

const TRANSPARENT = new Set([
  'parenthesized_expression',
  'type_cast_expression',
  'unsafe_block',
  'block',
  'try_expression',
]);

/** What happens to a variable's value, followed through plain copies to other variables. */
export function valueUses(tree: SyntaxTree, binding: Binding, analysed: AnalysedFunction): Use[] {
  const uses: Use[] = [];
  const pending = [binding];
  const seen = new Set<Binding>(pending);
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const node of at.uses) {
      const use = useOf(tree, node);
      const copy = analysed.initialisedBy(use.node);
      if (use.kind === 'read' && !use.byReference && copy !== undefined && !seen.has(copy)) {
        seen.add(copy);
        pending.push(copy);
      } else {
        uses.push(use);
      }
    }
  }
  return uses;
}

function useOf(tree: SyntaxTree, name: SyntaxNode): Use {
  let node = name;
  let byReference = false;
  for (;;) {
    const parent = node.parent;
    if (parent === undefined) return { kind: 'read', callee: '', byReference, node };
    const use = (kind: Use['kind'], callee = ''): Use => ({ kind, callee, byReference, node });
    if (parent.type === 'reference_expression') {
      byReference = true;
    } else if (parent.type === 'unary_expression') {
      return use('read');
    } else if (parent.type === 'arguments') {
      const callee = parent.parent && childOf(parent.parent, 'function');
      return use('argument', callee === undefined ? '' : lastTwo(pathText(tree, callee)));
    } else if (parent.type === 'field_expression') {
      const isMethod = parent.parent?.type === 'call_expression' && parent.field === 'function';
      const field = childOf(parent, 'field');
      return use(isMethod ? 'receiver' : 'read', field === undefined ? '' : tree.textOf(field));
    } else if (parent.type === 'return_expression') {
      return use('returned');
    } else if (
      /^(?:field_initializer|shorthand_field_initializer|array_expression|tuple_expression|closure_expression)$/.test(
        parent.type,
      )
    ) {
      return use('stored');
    } else if (parent.type === 'assignment_expression') {
      return use(node.field === 'right' ? 'stored' : 'read');
    } else if (parent.type === 'block' && parent.parent?.type === 'function_item') {
      return use(parent.children.at(-1) === node ? 'returned' : 'read');
    } else if (parent.type === 'block' && parent.children.at(-1) !== node) {
      return use('read');
    } else if (!TRANSPARENT.has(parent.type)) {
      return use('read');
    }
    node = parent;
  }
}
