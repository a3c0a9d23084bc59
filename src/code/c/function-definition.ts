import { childOf, type SyntaxNode } from '../syntax.ts';
import { unqualifiedName } from '../unqualified-name.ts';
import type { CFunction } from './ast.ts';
import { declare, specifiedType } from './declarators.ts';
import type { Definition } from './file-declarations.ts';
import { lowerFunction } from './lower-function.ts';
import type { LoweringContext } from './lowering-context.ts';
import { hasStorage, isVariadic } from './specifiers.ts';
import { UNKNOWN } from './types.ts';

/** Lowers one definition; undefined for one without a body, or whose declarator is that of no function. */
export function lowerDefinition(
  { node, owner }: Definition,
  context: LoweringContext,
): CFunction | undefined {
  const declarator = childOf(node, 'declarator');
  const body = childOf(node, 'body');
  if (declarator === undefined || body === undefined) return undefined;
  const { name, type, parameters } = declare(declarator, specifiedType(node, context), context);
  if (parameters === undefined) return undefined;
  const qualifiedName = owner === '' || name.includes('::') ? name : `${owner}::${name}`;
  const outline = {
    name: unqualifiedName(name),
    qualifiedName,
    returns: type.kind === 'function' ? type.returns : UNKNOWN,
    exported: !hasStorage(node, 'static', context),
    isNoexcept: isNoexcept(node, body, context),
    isMethod: qualifiedName.includes('::'),
    variadic: isVariadic(parameters),
  };
  return lowerFunction(node, outline, parameters, context);
}

function isNoexcept(node: SyntaxNode, body: SyntaxNode, context: LoweringContext): boolean {
  const header = context.source.text.slice(node.start, body.start);
  return /\bnoexcept\b(?!\s*\(\s*false)/.test(header);
}
