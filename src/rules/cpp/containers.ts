import type { Expr } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import type { CType } from '../../code/c/ir/types.ts';

/**
 * How a container keeps its elements: in one block that may move, in several blocks, or each by itself; of one with `ends`
 * only the first or the last element can be had.
 */
export type ContainerKind = 'block' | 'blocks' | 'nodes' | 'ends';

const KINDS: readonly (readonly [RegExp, ContainerKind])[] = [
  [/^(?:vector<|basic_string<|(?:w|u8|u16|u32)?string$)/, 'block'],
  [/^deque</, 'blocks'],
  [/^(?:list|forward_list|(?:unordered_)?(?:multi)?(?:map|set))</, 'nodes'],
  [/^(?:queue|stack|priority_queue)</, 'ends'],
];

/** What kind of container a type is; undefined for any other. */
export function containerKind(type: CType): ContainerKind | undefined {
  const name = nameOfType(type);
  return KINDS.find(([pattern]) => pattern.test(name))?.[1];
}

/** The name of a type of the library without `std::`, of a reference that of what it refers to. */
export function nameOfType(type: CType): string {
  const of = type.kind === 'pointer' && type.reference === true ? type.to : type;
  return of.kind === 'unknown' ? of.name.replace(/^const\s*/, '').replace(/^std::/, '') : '';
}

/** What a place is called, where it is a variable or a field of one; undefined for other expressions. */
export function placeName(expr: Expr): string | undefined {
  if (expr.kind === 'name') return expr.name;
  if (expr.kind === 'deref' || expr.kind === 'member') {
    const inner = expr.kind === 'deref' ? expr.operand : expr.base;
    return placeName(inner) === undefined ? undefined : expressionText(expr);
  }
  return undefined;
}

/** What `*it` and `it->` follow; undefined for any other expression. */
export function followedOperand(expr: Expr): Expr | undefined {
  if (expr.kind === 'deref') return expr.operand;
  return expr.kind === 'member' && expr.arrow ? expr.base : undefined;
}
