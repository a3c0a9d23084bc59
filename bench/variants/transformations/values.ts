import { childOf, descendants, type SyntaxNode } from '../../../src/code/syntax/syntax.ts';
import { type Edit, insert, replace } from '../edit.ts';
import type { FunctionPart, Program } from '../program.ts';
import {
  argumentList,
  argumentsOf,
  declared,
  isWithoutAssignment,
  parameterList,
  readVariables,
  statementOf,
  valueType,
} from '../tree.ts';
import { before, MADE, type Rewriting, type Transformation } from '../variant.ts';

/** An expression whose value counts, with the type of this. */
interface Site {
  readonly node: SyntaxNode;
  readonly type: string;
}

/** Sizes, indices and pointers: what calls get, elements are chosen by, and pointers that are followed. */
export function sitesOf({ body }: FunctionPart, { types }: Program): readonly Site[] {
  const nodes = descendants(body).flatMap((node) => {
    if (node.type === 'call_expression') return argumentsOf(node);
    if (/^(?:subscript|field|pointer)_expression$/.test(node.type)) return followed(node);
    return [];
  });
  return nodes.flatMap((node) => {
    const type = valueType(types.of(node) ?? 'void');
    return type === undefined || /string/.test(node.type) ? [] : [{ node, type }];
  });
}

/** The parts of an access that are values: not those whose address is taken, nor records. */
function followed(node: SyntaxNode): readonly SyntaxNode[] {
  const operator = node.children.find(({ named }) => !named)?.type;
  if (node.type === 'subscript_expression')
    return node.children.filter(({ field }) => field === 'argument' || field === 'index');
  const argument = childOf(node, 'argument');
  return argument !== undefined && /^(?:->|\*)$/.test(operator ?? '') ? [argument] : [];
}

/** The value comes from a function that computes it. */
export const outline: Transformation = (part, program) =>
  sitesOf(part, program).flatMap(({ node, type }) => {
    const helper = helperOf(node, part, program, type, (text) => `return ${text};`);
    if (helper === undefined) return [];
    const edits = [before(part, helper.text), replace(node, helper.call)];
    return [{ at: node.start, edits }];
  });

/** A function that evaluates an expression; its result is `result`. */
function helperOf(
  node: SyntaxNode,
  part: FunctionPart,
  program: Program,
  result: string,
  body: (text: string) => string,
  out = '',
): { readonly text: string; readonly call: string } | undefined {
  const read = isWithoutAssignment(node) ? readVariables(node, program, part) : undefined;
  const parameters = read === undefined ? undefined : parameterList(read);
  if (read === undefined || parameters === undefined) return undefined;
  const expression = program.tree.textOf(node).replaceAll('\n', ' ');
  const given = [out, parameters]
    .filter((one) => one !== '' && (one !== 'void' || out === ''))
    .join(', ');
  return {
    text: `static ${declared(result, 'made_value')}(${given}) { ${body(expression)} }`,
    call: `made_value(${argumentList(read)})`,
  };
}

/** The variable is set by a function that gets its address. */
export const outParameter: Transformation = (part, program) =>
  settings(part, program).flatMap(({ name, type, value, edits, at }) => {
    const out = declared(`${type} *`.replaceAll('* *', '**'), 'made_out');
    const set = (text: string) => `*made_out = ${text};`;
    const helper = helperOf(value, part, program, 'void', set, out);
    if (helper === undefined) return [];
    const call = helper.call.replace('(', `(&${name}, `).replace(', )', ')');
    return [{ at, edits: [before(part, helper.text), ...edits(call)] }];
  });

interface Setting {
  readonly name: string;
  readonly type: string;
  readonly value: SyntaxNode;
  readonly at: number;
  /** What puts a call in the place of the setting. */
  readonly edits: (call: string) => readonly Edit[];
}

/** `x = value;` and `T x = value;`, of local variables and parameters. */
function settings(part: FunctionPart, { tree }: Program): readonly Setting[] {
  const assigned = descendants(part.body).flatMap((node): readonly Setting[] => {
    const [left, value] = [childOf(node, 'left'), childOf(node, 'right')];
    const isPlain = node.type === 'assignment_expression' && node.children[1]?.type === '=';
    if (!isPlain || left === undefined || value === undefined) return [];
    const variable = part.variables.get(tree.textOf(left));
    if (node.parent?.type !== 'expression_statement' || variable === undefined) return [];
    const { name, type } = variable;
    if (valueType(type) !== type) return [];
    return [{ name, type, value, at: node.start, edits: (call) => [replace(node, call)] }];
  });
  const initial = [...part.variables.values()].flatMap(
    ({ name, type, initial: value, declaration }): readonly Setting[] => {
      const isPlain =
        declaration.parent?.type === 'compound_statement' &&
        declaration.children.filter(({ field }) => field === 'declarator').length === 1;
      if (!isPlain || value === undefined || valueType(type) !== type) return [];
      const edits = (call: string) => [replace(declaration, `${declared(type, name)}; ${call};`)];
      return [{ name, type, value, at: declaration.start, edits }];
    },
  );
  return [...assigned, ...initial];
}

/** The value goes through another variable first. */
export const copy: Transformation = (part, program) =>
  copied(part, program, (type) => [`${declared(type, 'made_copy')} = `, 'made_copy']);

/** The value goes through an element of an array first. */
export const element: Transformation = (part, program) =>
  copied(part, program, (type) => [
    `${declared(type, 'made_all')}[2]; made_all[1] = `,
    'made_all[1]',
  ]);

function copied(
  part: FunctionPart,
  program: Program,
  write: (type: string) => readonly [declaration: string, use: string],
): readonly Rewriting[] {
  return sitesOf(part, program).flatMap(({ node, type }) => {
    const statement = statementOf(node);
    const variable = part.variables.get(program.tree.textOf(node));
    const isWhole = /^(?:expression|return)_statement$|^declaration$/.test(statement?.type ?? '');
    if (statement === undefined || variable === undefined || !isWhole) return [];
    if (!isUnconditional(node, statement) || variable.uses.some((use) => isChanged(use, statement)))
      return [];
    // In a declaration of the same variable it has no value yet.
    if (statement === variable.declaration) return [];
    const [declaration, use] = write(type);
    const text = `${declaration}${variable.name}; ${MADE} `;
    const inBlock = statement.parent?.type === 'compound_statement';
    if (!inBlock && statement.type === 'declaration') return [];
    const around = inBlock
      ? [insert(statement.start, text)]
      : [insert(statement.start, `{ ${text}`), insert(statement.end, ' }')];
    return [{ at: node.start, edits: [...around, replace(node, use)] }];
  });
}

/** Whether the statement evaluates an expression for certain. */
function isUnconditional(node: SyntaxNode, statement: SyntaxNode): boolean {
  for (let at = node; at.parent !== undefined && at !== statement; at = at.parent) {
    const { parent } = at;
    if (parent.type === 'conditional_expression' && at.field !== 'condition') return false;
    if (parent.type === 'sizeof_expression') return false;
    if (
      parent.type === 'binary_expression' &&
      at.field === 'right' &&
      /^(?:&&|\|\|)$/.test(parent.children[1]?.type ?? '')
    )
      return false;
  }
  return true;
}

/** Whether a use in a statement may give the variable another value. */
function isChanged(use: SyntaxNode, statement: SyntaxNode): boolean {
  if (use.start < statement.start || use.end > statement.end) return false;
  const { parent } = use;
  const isTarget = parent?.type === 'assignment_expression' && use.field === 'left';
  return (
    (isTarget && parent.parent !== statement) ||
    parent?.type === 'update_expression' ||
    (parent?.type === 'pointer_expression' && parent.children[0]?.type === '&')
  );
}
