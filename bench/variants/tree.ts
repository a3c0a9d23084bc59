import { childOf, descendants, type SyntaxNode } from '../../src/code/syntax/syntax.ts';
import type { FunctionPart, Program, Variable } from './program.ts';

const EFFECTS = /^(?:assignment_expression|update_expression|compound_literal_expression)$/;

/** Whether evaluating it twice, or elsewhere, changes nothing by itself; a call may. */
export function isWithoutAssignment(node: SyntaxNode): boolean {
  return !descendants(node).some(({ type }) => EFFECTS.test(type) || /statement$/.test(type));
}

/** Whether it only computes. */
export function isPure(node: SyntaxNode): boolean {
  return (
    isWithoutAssignment(node) && !descendants(node).some(({ type }) => type === 'call_expression')
  );
}

/**
 * The variables of a function that an expression reads, and nothing else does with them.
 * @returns none where it cannot be told, or the value would not be the same in another function
 */
export function readVariables(
  node: SyntaxNode,
  { tree, types }: Program,
  { variables, names }: FunctionPart,
): readonly Variable[] | undefined {
  const found = new Set<Variable>();
  for (const each of descendants(node)) {
    if (each.type !== 'identifier') continue;
    const name = tree.textOf(each);
    const variable = variables.get(name);
    if (variable === undefined) {
      if (names.has(name)) return undefined;
      continue;
    }
    if (isPlaceItself(each, variable, types.of(node))) return undefined;
    found.add(variable);
  }
  return [...found];
}

/** Whether a variable is asked for its size or address, or a part of it leads elsewhere. */
function isPlaceItself(use: SyntaxNode, { type }: Variable, of: string | undefined): boolean {
  let at = use;
  while (
    at.parent !== undefined &&
    (isMember(at.parent) || at.parent.type === 'parenthesized_expression')
  )
    at = at.parent;
  if (at.parent?.type === 'sizeof_expression') return true;
  if (at.parent?.type === 'pointer_expression' && at.parent.children[0]?.type === '&') return true;
  // The copy of a record has arrays of its own.
  return !isScalarOrArray(type) && (of === undefined || /\*$|\[/.test(of));
}

const SCALAR =
  /\*$|\[|^(?:const )?(?:(?:unsigned|signed|int|char|long|short|float|double|_Bool|bool|s?size_t|u?int\d+_t)\b *)+$/;

/** Whether a type is certainly no record. */
export function isScalarOrArray(type: string): boolean {
  return SCALAR.test(type);
}

function isMember({ type, children }: SyntaxNode): boolean {
  return type === 'field_expression' && children.some((child) => child.type === '.');
}

/** A type as a value has it: arrays are pointers, and constness of the value itself is nothing. */
export function valueType(type: string): string | undefined {
  const array = /^([^[\]]*\S)\s*\[[^\]]*\](?!\[)$/.exec(type)?.[1];
  const plain = array === undefined ? type : `${array} *`;
  if (/[[(]/.test(plain) || plain === 'void') return undefined;
  return plain.endsWith('*')
    ? plain
    : plain.replace(/\*\s*(?:const|restrict|__restrict)\s*$/, '*').replace(/^const ([^*]*)$/, '$1');
}

/** `int *p`, `char name[8]`. */
export function declared(type: string, name: string): string {
  const array = /^([^[]*\S)\s*((?:\[[^\]]*\])+)$/.exec(type);
  return array === null
    ? `${type}${type.endsWith('*') ? '' : ' '}${name}`
    : `${array[1]} ${name}${array[2]}`;
}

/** Parameters of a helper, by name; `void` for none. */
export function parameterList(variables: readonly Variable[]): string | undefined {
  const each = variables.map(({ type, name }) => {
    const value = valueType(type);
    return value === undefined ? undefined : declared(value, name);
  });
  return each.includes(undefined) ? undefined : each.join(', ') || 'void';
}

export function argumentList(variables: readonly Variable[]): string {
  return variables.map(({ name }) => name).join(', ');
}

/** The statement that a node stands in. */
export function statementOf(node: SyntaxNode): SyntaxNode | undefined {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent)
    if (/_statement$|^declaration$/.test(at.type)) return at;
  return undefined;
}

/** What stands between round brackets. */
export function unwrapped(node: SyntaxNode): SyntaxNode {
  const [inner] = node.children;
  return node.type === 'parenthesized_expression' && inner !== undefined ? unwrapped(inner) : node;
}

/** The statements of a block in their order. */
export function statementsOf(block: SyntaxNode): readonly SyntaxNode[] {
  return block.children.filter(({ named }) => named);
}

/** Whether nothing behind a statement runs after it. */
export function alwaysLeaves(statement: SyntaxNode): boolean {
  if (statement.type === 'compound_statement') {
    const last = statementsOf(statement).at(-1);
    return last !== undefined && alwaysLeaves(last);
  }
  return /^(?:return|goto|break|continue)_statement$/.test(statement.type);
}

export function callName(call: SyntaxNode, { tree }: Program): string {
  const target = childOf(call, 'function');
  return target?.type === 'identifier' ? tree.textOf(target) : '';
}

/** Of a list of arguments, the expressions. */
export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  return childOf(call, 'arguments')?.children.filter(({ named }) => named) ?? [];
}
