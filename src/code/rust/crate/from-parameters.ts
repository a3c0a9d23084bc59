import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import type { RustFunction } from '../items/items.ts';
import type { CrateFile } from './crate.ts';

/**
 * Tells whether something in a function mentions a parameter, `self`, or a variable made of one:
 * by names, whatever the order of statements, so that no detour hides it.
 */
export function fromParameters(file: CrateFile, fn: RustFunction): (node: SyntaxNode) => boolean {
  const { tree } = file;
  const names = new Set(['self']);
  for (const { pattern } of fn.parameters)
    for (const name of namesIn(file, pattern)) names.add(name);
  const dependsOnParameter = (node: SyntaxNode): boolean =>
    descendants(node).some(
      (one) =>
        (one.type === 'identifier' ||
          one.type === 'self' ||
          one.type === 'shorthand_field_identifier') &&
        names.has(tree.textOf(one)),
    ) || inStrings(file, node, names);
  const nodes = descendants(fn.body);
  for (let known = -1; known !== names.size; ) {
    known = names.size;
    for (const node of nodes)
      for (const name of namesBoundBy(file, node, dependsOnParameter)) names.add(name);
  }
  return dependsOnParameter;
}

/** The names that a node gives a value that mentions a known one. */
function namesBoundBy(
  file: CrateFile,
  node: SyntaxNode,
  mentions: (node: SyntaxNode) => boolean,
): string[] {
  const [target, value] = [
    childOf(node, 'pattern') ?? childOf(node, 'left'),
    childOf(node, 'value') ?? childOf(node, 'right'),
  ];
  switch (node.type) {
    case 'let_declaration':
    case 'let_condition':
    case 'for_expression':
    case 'assignment_expression':
    case 'compound_assignment_expr':
      return target !== undefined && value !== undefined && mentions(value)
        ? namesIn(file, target)
        : [];
    case 'match_expression': {
      if (value === undefined || !mentions(value)) return [];
      const arms = childOf(node, 'body')?.children ?? [];
      return arms.flatMap((arm) => {
        const pattern = childOf(arm, 'pattern');
        return pattern === undefined ? [] : namesIn(file, pattern);
      });
    }
    case 'call_expression': {
      // A closure is given parts of what it is called on; a collection holds what is put into it.
      if (!mentions(node)) return [];
      const list = childOf(node, 'arguments')?.children ?? [];
      const given = list.flatMap((argument) => {
        const parameters = childOf(argument, 'parameters');
        return parameters === undefined ? [] : namesIn(file, parameters);
      });
      const receiver = childOf(childOf(node, 'function') ?? node, 'value');
      return receiver?.type === 'identifier' ? [...given, ...namesIn(file, receiver)] : given;
    }
    default:
      return [];
  }
}

function namesIn(file: CrateFile, pattern: SyntaxNode): string[] {
  return descendants(pattern)
    .filter(({ type }) => type === 'identifier' || type === 'shorthand_field_identifier')
    .map((node) => file.tree.textOf(node))
    .filter((name) => !/^[A-Z]/.test(name));
}

/** `format!("{x}")` mentions x. */
function inStrings(file: CrateFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  return [...file.tree.textOf(node).matchAll(/\{(\w+)[:}]/g)].some(([, name]) =>
    names.has(name ?? ''),
  );
}
