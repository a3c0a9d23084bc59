import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { standardConstant } from '../ir/standard-names.ts';
import type { LoweringContext } from './lowering-context.ts';
import { binary } from './operations.ts';

/** An operation of two operands: `left op right`, with the node that it stands in. */
interface Operation {
  readonly op: string;
  readonly right: SyntaxNode;
  readonly node: SyntaxNode;
}

const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  [
    ['*', '/', '%'],
    ['+', '-'],
    ['<<', '>>'],
    ['<', '>', '<=', '>='],
    ['==', '!='],
    ['&'],
    ['^'],
    ['|'],
    ['&&'],
    ['||'],
  ]
    .reverse()
    .flatMap((operators, index) => operators.map((operator) => [operator, index + 1] as const)),
);

/**
 * `(a) + b`, which the grammar may read as a cast of `+b`, where `a` is a value: a variable, a
 * constant, or an argument of a macro that is one. What stands behind binds as in C again.
 * Undefined for everything else.
 */
export function lowerMisreadCast(node: SyntaxNode, context: LoweringContext): Expr | undefined {
  const operations: Operation[] = [];
  let at = node;
  while (at.type === 'binary_expression') {
    const left = childOf(at, 'left');
    const right = childOf(at, 'right');
    const op = childOf(at, 'operator')?.type;
    if (left === undefined || right === undefined || op === undefined) return undefined;
    operations.unshift({ op, right, node: at });
    at = left;
  }
  const [type] = at.type === 'cast_expression' ? at.children : [];
  const value = childOf(at, 'value');
  if (value === undefined || !/^(?:unary|pointer)_expression$/.test(value.type)) return undefined;
  const op = childOf(value, 'operator')?.type ?? '';
  const right = childOf(value, 'argument');
  if (!/^[-+*&]$/.test(op) || right === undefined) return undefined;
  const name = type?.type === 'type_descriptor' ? onlyName(type) : undefined;
  if (name === undefined || !isValue(name, context)) return undefined;
  operations.unshift({ op, right, node: at });
  return new Climber(operations, context).expression(context.lower(name), 0);
}

class Climber {
  private readonly operations: Operation[];
  private readonly context: LoweringContext;

  constructor(operations: Operation[], context: LoweringContext) {
    this.operations = operations;
    this.context = context;
  }

  /** The operations that bind at least so tightly, from the left. */
  expression(first: Expr, least: number): Expr {
    let left = first;
    for (let next = this.operations[0]; next !== undefined; next = this.operations[0]) {
      const own = PRECEDENCE.get(next.op) ?? 0;
      if (own < least) break;
      this.operations.shift();
      const right = this.expression(this.context.lower(next.right), own + 1);
      left = binary(next.node, next.op, left, right, this.context);
    }
    return left;
  }
}

function onlyName(type: SyntaxNode): SyntaxNode | undefined {
  const [name, ...others] = type.children;
  return name?.type === 'type_identifier' && others.length === 0 ? name : undefined;
}

/** Whether a name is that of a value where it stands. */
function isValue(node: SyntaxNode, context: LoweringContext): boolean {
  const name = context.textOf(node);
  const argument = context.inArgument(name, (given) =>
    given.type === 'identifier' || given.type === 'type_identifier'
      ? isValue(given, context)
      : !/type|_specifier/.test(given.type),
  );
  if (argument !== undefined) return argument;
  return (
    context.lookup(name) !== undefined ||
    context.symbols.enumerator(name) !== undefined ||
    standardConstant(name) !== undefined
  );
}
