import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import { unqualifiedName } from '../../unqualified-name.ts';
import type { DefinitionNode } from '../declarations/file-declarations.ts';
import { hasStorage, isVariadic } from '../declarations/specifiers.ts';
import { resolveDeclarator, specifiedType } from '../expressions/declarators.ts';
import type { LoweringContext } from '../expressions/lowering-context.ts';
import type { LoweredFunction } from '../ir/ast.ts';
import { UNKNOWN } from '../ir/types.ts';
import { lowerFunction } from './lower-function.ts';

/** Lowers one definition; undefined for one without a body, or whose declarator is that of no function. */
export function lowerDefinition(
  { node, owner }: DefinitionNode,
  context: LoweringContext,
): LoweredFunction | undefined {
  const declarator = childOf(node, 'declarator');
  const body = childOf(node, 'body') ?? node.children.find(({ type }) => type === 'try_statement');
  if (declarator === undefined || body === undefined) return undefined;
  const { name, type, parameters } = resolveDeclarator(
    declarator,
    specifiedType(node, context),
    context,
  );
  if (parameters === undefined || isMisreadDeclaration(node, parameters, context)) return undefined;
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
  context.owner = outline.isMethod ? (qualifiedName.split('::').at(-2) ?? '') : '';
  const lowered = lowerFunction(node, outline, parameters, context);
  context.owner = '';
  return lowered;
}

/**
 * Whether the grammar took declarations up to the next brace for those of old-style parameters: `void f(int32) NORETURN;`
 * declares a function, and the brace may be that of a record.
 */
function isMisreadDeclaration(
  node: SyntaxNode,
  { children }: SyntaxNode,
  context: LoweringContext,
): boolean {
  const first = childOf(node, 'declarator')?.end ?? node.start;
  const declaration = node.children.find(
    ({ type, start }) => type === 'declaration' && start >= first,
  );
  if (declaration === undefined || children.length === 0) return false;
  if (!children.every(({ type }) => type === 'identifier')) return false;
  const names = new Set(children.map((child) => context.textOf(child)));
  return !descendants(declaration).some(
    (part) => part.type === 'identifier' && names.has(context.textOf(part)),
  );
}

function isNoexcept(node: SyntaxNode, body: SyntaxNode, context: LoweringContext): boolean {
  const header = context.source.text.slice(node.start, body.start);
  return /\bnoexcept\b(?!\s*\(\s*false)/.test(header);
}
