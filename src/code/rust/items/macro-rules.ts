import { childOf, descendants, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import type { RustFunction, RustParameter } from './items.ts';

/**
 * The rules of a `macro_rules!` that have no repetition, each as a function: its parameters are what `$name`
 * stands for, its name ends in `!`, and its owner says how many they are, which tells the rules apart.
 */
export function macroRules(
  tree: SyntaxTree,
  definition: SyntaxNode,
  isTest: boolean,
): RustFunction[] {
  const named = childOf(definition, 'name');
  if (named === undefined) return [];
  const name = `${tree.textOf(named)}!`;
  return definition.children.flatMap((rule): RustFunction[] => {
    const [left, body] = [childOf(rule, 'left'), childOf(rule, 'right')];
    if (left === undefined || body?.type !== 'token_tree') return [];
    if ([...descendants(left), ...descendants(body)].some(isRepetition)) return [];
    const parameters = left.children.flatMap((each) => parameterOf(tree, each));
    const is = { isAsync: false, isUnsafe: false, isPublic: false, mutableSelf: false };
    return [
      {
        ...{ name, owner: macroOwner(parameters.length), trait: '', hasSelf: false },
        ...{ node: rule, body, parameters, returns: undefined, attributes: [], abi: '', isTest },
        ...is,
      },
    ];
  });
}

/** What stands for the owner of a rule with so many parameters. */
export function macroOwner(parameters: number): string {
  return `${parameters}`;
}

function isRepetition({ type }: SyntaxNode): boolean {
  return type === 'token_repetition' || type === 'token_repetition_pattern';
}

function parameterOf(tree: SyntaxTree, node: SyntaxNode): RustParameter[] {
  const pattern = node.type === 'token_binding_pattern' ? childOf(node, 'name') : undefined;
  return pattern === undefined ? [] : [{ name: tree.textOf(pattern), pattern, type: undefined }];
}
