import { childOf, descendants, type SyntaxNode } from '../../../src/code/syntax/syntax.ts';
import { insert, replace } from '../edit.ts';
import type { FunctionPart, Program } from '../program.ts';
import {
  alwaysLeaves,
  argumentList,
  isPure,
  isScalarOrArray,
  isWithoutAssignment,
  parameterList,
  readVariables,
  statementsOf,
  unwrapped,
} from '../tree.ts';
import { before, type Transformation } from '../variant.ts';

/** `if (bad) return; rest` becomes `if (!bad) { rest } else return;`. */
export const nestedRest: Transformation = ({ body }, { tree }) =>
  descendants(body).flatMap((block) => {
    if (block.type !== 'compound_statement' || block.parent?.type === 'switch_statement') return [];
    const all = statementsOf(block);
    return all.flatMap((node, at) => {
      const [rest, last] = [all[at + 1], all.at(-1)];
      const [condition, leave] = [childOf(node, 'condition'), childOf(node, 'consequence')];
      const isGuard = node.type === 'if_statement' && childOf(node, 'alternative') === undefined;
      if (!isGuard || condition === undefined || leave === undefined || rest === undefined)
        return [];
      if (last === undefined || !alwaysLeaves(leave)) return [];
      const edits = [
        replace({ start: condition.start, end: leave.end }, `(!${tree.textOf(condition)}) {`),
        insert(last.end, ` } else ${tree.textOf(leave)}`),
      ];
      return [{ at: rest.start, edits }];
    });
  });

/** The last `if (good) { rest }` of a function without a result becomes `if (!good) return; rest`. */
export const earlyReturn: Transformation = ({ body, result }, { tree }) => {
  const last = statementsOf(body).at(-1);
  if (result !== 'void' || last?.type !== 'if_statement') return [];
  const [condition, rest] = [childOf(last, 'condition'), childOf(last, 'consequence')];
  if (condition === undefined || rest === undefined || childOf(last, 'alternative') !== undefined)
    return [];
  const head = `if (!${tree.textOf(condition)}) return; `;
  return [{ at: rest.start, edits: [replace({ start: last.start, end: rest.start }, head)] }];
};

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};
const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};

/** `a < b` becomes `b > a`. */
export const swapped: Transformation = (part, program) =>
  comparisons(part, program, (left, operator, right) => `${right} ${SWAPPED[operator]} ${left}`);

/** `a < b` becomes `!(a >= b)`. */
export const negated: Transformation = (part, program) =>
  comparisons(
    part,
    program,
    (left, operator, right) => `!(${left} ${OPPOSITE[operator]} ${right})`,
  );

function comparisons(
  { body }: FunctionPart,
  { tree, types }: Program,
  write: (left: string, operator: string, right: string) => string,
) {
  return descendants(body).flatMap((node) => {
    const [left, operator, right] = node.children;
    if (node.type !== 'binary_expression' || left === undefined || right === undefined) return [];
    if (
      operator === undefined ||
      SWAPPED[operator.type] === undefined ||
      ![left, right].some(isPure)
    )
      return [];
    // Not a number is neither less nor greater.
    if (
      [left, right].some(
        (side) => /float|double/.test(types.of(side) ?? 'double') && !isConstant(side),
      )
    )
      return [];
    const text = write(
      bracketed(left, tree.textOf(left)),
      operator.type,
      bracketed(right, tree.textOf(right)),
    );
    return [{ at: node.start, edits: [replace(node, text.startsWith('!') ? text : `(${text})`)] }];
  });
}

function isConstant({ type }: SyntaxNode): boolean {
  return type === 'null' || type === 'char_literal';
}

function bracketed({ type }: SyntaxNode, text: string): string {
  return /binary|conditional|assignment/.test(type) ? `(${text})` : text;
}

/** `a || b` becomes `!(!(a) && !(b))`. */
export const deMorgan: Transformation = ({ body }, { tree }) =>
  descendants(body).flatMap((node) => {
    const [left, operator, right] = node.children;
    if (node.type !== 'binary_expression' || left === undefined || right === undefined) return [];
    const other = operator?.type === '||' ? '&&' : operator?.type === '&&' ? '||' : undefined;
    if (other === undefined) return [];
    const text = `!(!(${tree.textOf(left)}) ${other} !(${tree.textOf(right)}))`;
    return [{ at: node.start, edits: [replace(node, text)] }];
  });

/** The condition is asked in a function of its own. */
export const predicate: Transformation = (part, program) =>
  descendants(part.body).flatMap((node) => {
    const outer = childOf(node, 'condition');
    const isTest = /^(?:if|while|for)_statement$/.test(node.type);
    const condition = outer === undefined ? undefined : unwrapped(outer);
    if (!isTest || condition === undefined || !isWithoutAssignment(condition)) return [];
    const read = readVariables(condition, program, part);
    const parameters = read === undefined ? undefined : parameterList(read);
    if (
      read === undefined ||
      parameters === undefined ||
      read.some(({ type }) => !isScalarOrArray(type))
    )
      return [];
    const text = program.tree.textOf(condition).replaceAll('\n', ' ');
    const helper = `static int made_test(${parameters}) { return (${text}) ? 1 : 0; }`;
    const edits = [before(part, helper), replace(condition, `made_test(${argumentList(read)})`)];
    return [{ at: node.start, edits }];
  });
