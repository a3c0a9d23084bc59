import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { TouchedText } from '../../syntax/touched-text.ts';

/**
 * Calls, lambdas and lists of values that lowering came by nowhere: in the default of a parameter or a member, in the
 * size of a parameter, as the argument of a template. Outermost ones only.
 */
export function codeOutsideFunctions(root: SyntaxNode, touched: TouchedText): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    for (const child of node.children) {
      if (isDeclarator(child)) continue;
      if (isCode(child) && !isTouched(child, touched)) found.push(child);
      else if (child.children.length > 0) visit(child);
    }
  };
  visit(root);
  return found;
}

/** The rest of `API type *name(void);` behind a macro that is not known: it is read as `API type; *name(void);`. */
function isDeclarator({ type, children }: SyntaxNode): boolean {
  return type === 'expression_statement' && children[0]?.type === 'pointer_expression';
}

function isCode({ type, field }: SyntaxNode): boolean {
  if (type === 'call_expression' || type === 'lambda_expression') return true;
  return type === 'initializer_list' && field === 'default_value';
}

function isTouched(node: SyntaxNode, touched: TouchedText): boolean {
  if (node.children.length === 0) return touched.has(node.start);
  return node.children.some((child) => isTouched(child, touched));
}
