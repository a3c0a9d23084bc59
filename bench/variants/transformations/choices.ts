import { childOf, descendants, type SyntaxNode } from '../../../src/code/syntax/syntax.ts';
import { replace } from '../edit.ts';
import type { Program } from '../program.ts';
import { declared, unwrapped, valueType } from '../tree.ts';
import type { Transformation } from '../variant.ts';

/** `x = c ? a : b;` becomes two assignments, and a result two returns. */
export const toIf: Transformation = (part, program) =>
  descendants(part.body).flatMap((node) => {
    const [condition, yes, no] = ['condition', 'consequence', 'alternative'].map((field) =>
      childOf(node, field),
    );
    const isChoice = node.type === 'conditional_expression';
    if (!isChoice || condition === undefined || yes === undefined || no === undefined) return [];
    if (!isSameType(yes, no, program)) return [];
    const [statement, write] = placeOf(node, program) ?? [];
    if (statement === undefined || write === undefined) return [];
    const text = write(
      program.tree.textOf(condition),
      program.tree.textOf(yes),
      program.tree.textOf(no),
    );
    return [{ at: node.start, edits: [replace(statement, text)] }];
  });

/** Two assignments of one variable become `x = c ? a : b;`. */
export const toTernary: Transformation = (part, program) =>
  descendants(part.body).flatMap((node) => {
    const condition = childOf(node, 'condition');
    const [yes, no] = [
      assigned(childOf(node, 'consequence')),
      assigned(childOf(node, 'alternative')?.children.at(-1)),
    ];
    if (
      node.type !== 'if_statement' ||
      condition === undefined ||
      yes === undefined ||
      no === undefined
    )
      return [];
    const { tree } = program;
    if (tree.textOf(yes.left) !== tree.textOf(no.left) || yes.left.type !== 'identifier') return [];
    if (!isSameType(yes.right, no.right, program)) return [];
    const text = `${tree.textOf(yes.left)} = ${tree.textOf(condition)} ? ${tree.textOf(yes.right)} : ${tree.textOf(no.right)};`;
    return [{ at: node.start, edits: [replace(node, text)] }];
  });

type Write = (condition: string, yes: string, no: string) => string;

/** The statement that does nothing but use a value, and what says it with two. */
function placeOf(node: SyntaxNode, program: Program): readonly [SyntaxNode, Write] | undefined {
  const { tree, types } = program;
  const { parent } = node;
  if (parent?.type === 'return_statement')
    return [parent, (condition, yes, no) => `{ if (${condition}) return ${yes}; return ${no}; }`];
  const statement = parent?.parent;
  if (parent?.type === 'assignment_expression' && statement?.type === 'expression_statement') {
    const [left, operator] = parent.children;
    if (left?.type !== 'identifier' || operator?.type !== '=') return undefined;
    const name = tree.textOf(left);
    return [
      statement,
      (condition, yes, no) => `{ if (${condition}) ${name} = ${yes}; else ${name} = ${no}; }`,
    ];
  }
  const declarator = parent === undefined ? undefined : childOf(parent, 'declarator');
  if (
    parent?.type !== 'init_declarator' ||
    statement?.type !== 'declaration' ||
    declarator === undefined
  )
    return undefined;
  const name = descendants(declarator).find(({ type }) => type === 'identifier');
  const type = name === undefined ? undefined : types.declared(name.start);
  const isAlone = statement.children.filter(({ field }) => field === 'declarator').length === 1;
  if (name === undefined || type === undefined || valueType(type) !== type || !isAlone)
    return undefined;
  if (statement.parent?.type !== 'compound_statement') return undefined;
  const own = tree.textOf(name);
  return [
    statement,
    (condition, yes, no) =>
      `${declared(type, own)}; if (${condition}) ${own} = ${yes}; else ${own} = ${no};`,
  ];
}

function isSameType(one: SyntaxNode, other: SyntaxNode, { types }: Program): boolean {
  const type = types.of(one);
  return type !== undefined && type === types.of(other);
}

/** Of a statement that only assigns, both sides. */
function assigned(statement: SyntaxNode | undefined) {
  const node = statement === undefined ? undefined : only(statement);
  const [left, operator, right] = node?.children ?? [];
  const isPlain = node?.type === 'assignment_expression' && operator?.type === '=';
  return isPlain && left !== undefined && right !== undefined
    ? { left, right: unwrapped(right) }
    : undefined;
}

function only({ type, children }: SyntaxNode): SyntaxNode | undefined {
  const [first, second] = children.filter(({ named }) => named);
  if (first === undefined || second !== undefined) return undefined;
  return type === 'expression_statement'
    ? first
    : type === 'compound_statement'
      ? only(first)
      : undefined;
}
