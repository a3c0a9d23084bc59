import { descendants, type SyntaxNode } from '../../../src/code/syntax/syntax.ts';
import { replace } from '../edit.ts';
import type { FunctionPart, Program, Variable } from '../program.ts';
import { argumentList, declared, parameterList, statementsOf } from '../tree.ts';
import { before, MADE, type Rewriting, type Transformation } from '../variant.ts';

const BOUND = /_label$|labeled_statement|goto_statement|preproc/;

/** The end of a function becomes a function of its own, which gets the variables that it needs. */
export const split: Transformation = (part, program) => {
  const statements = statementsOf(part.body);
  if (part.result === undefined || descendants(part.node).some(({ type }) => BOUND.test(type)))
    return [];
  if (/va_start|setjmp|alloca|__func__/.test(program.tree.textOf(part.node))) return [];
  return statements.flatMap((first, at) => {
    const rewriting = at === 0 ? undefined : splitAt(first, statements, part, program);
    return rewriting === undefined ? [] : [rewriting];
  });
};

function splitAt(
  first: SyntaxNode,
  statements: readonly SyntaxNode[],
  part: FunctionPart,
  { tree }: Program,
): Rewriting | undefined {
  const { body, result, variables, names } = part;
  if (result === undefined || first.type === 'declaration') return undefined;
  const needed: Variable[] = [];
  const own: Variable[] = [];
  for (const name of names) {
    const variable = variables.get(name);
    const isUsed = new RegExp(`\\b${name}\\b`).test(tree.text.slice(first.start, body.end));
    if (!isUsed) continue;
    if (variable === undefined) return undefined;
    if (variable.declaration.start >= first.start) continue;
    const head = variable.uses.filter(({ start }) => start < first.start);
    if (variable.uses.some((use) => isPlaceItself(use, variable))) return undefined;
    const { type } = variable;
    const isFresh = !variable.isParameter && variable.initial === undefined;
    if (isFresh && head.length === 0) own.push(variable);
    else if (isFresh && !type.includes('[') && !head.some((use) => isSet(use, statements)))
      return undefined;
    else needed.push(variable);
  }
  const parameters = parameterList(needed);
  if (parameters === undefined) return undefined;
  const locals = own.map(({ type, name }) => `${declared(type, name)}; `).join('');
  const rest = tree.text.slice(first.start, body.end);
  const call = `made_rest(${argumentList(needed)}); ${MADE}`;
  const edits = [
    before(part, `static ${declared(result, 'made_rest')}(${parameters}) { ${locals}${rest}`),
    replace(
      { start: first.start, end: body.end - 1 },
      result === 'void' ? `${call} ` : `return ${call} `,
    ),
  ];
  return { at: first.start, edits };
}

/** Whether a variable is asked for its size or address, which another one would not have. */
function isPlaceItself(use: SyntaxNode, { type }: Variable): boolean {
  if (use.parent?.type === 'sizeof_expression') return true;
  if (
    use.parent?.type === 'parenthesized_expression' &&
    use.parent.parent?.type === 'sizeof_expression'
  )
    return true;
  return use.parent?.children[0]?.type === '&' && !type.includes('[');
}

/** Whether a statement of the block gives the variable its value, on every way. */
function isSet(use: SyntaxNode, statements: readonly SyntaxNode[]): boolean {
  const { parent } = use;
  return (
    parent?.type === 'assignment_expression' &&
    use.field === 'left' &&
    parent.parent?.type === 'expression_statement' &&
    statements.includes(parent.parent)
  );
}
