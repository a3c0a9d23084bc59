import type { SyntaxNode, SyntaxTree } from '../../syntax/syntax.ts';
import type { Expr, LoweredFunction } from '../ir/ast.ts';
import type { Symbols } from '../ir/symbols.ts';
import type { CType } from '../ir/types.ts';
import { visitFunction } from '../ir/walk.ts';

/** The functions whose address is stored in each field, by the field's name. */
export type FieldTargets = ReadonlyMap<string, ReadonlySet<string>>;

interface Initialised {
  readonly variable: { readonly type: CType };
  readonly init: Expr | undefined;
}

/**
 * What calls through a field may reach: every function that the file stores in a
 * field of that name (field-based analysis, after Heintze and Tardieu, 2001).
 */
export function fieldTargets(
  functions: readonly LoweredFunction[],
  globals: readonly Initialised[],
  symbols: Symbols,
): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  const add = (field: string | undefined, value: Expr): void => {
    const fn = functionNamed(value, symbols);
    if (field === undefined || fn === undefined) return;
    const known = targets.get(field) ?? new Set<string>();
    known.add(fn);
    targets.set(field, known);
  };
  const list = (type: CType, expr: Expr): void => {
    if (expr.kind !== 'initlist') return;
    const own = expr.type.kind === 'record' ? expr.type : type;
    const fields = own.kind === 'record' ? (symbols.record(own.name)?.fields ?? []) : [];
    expr.items.forEach((item, index) => {
      const field = item.name ?? fields[index]?.name;
      add(field, item.value);
      const inner = own.kind === 'array' ? own.of : fields.find(({ name }) => name === field)?.type;
      if (inner !== undefined) list(inner, item.value);
    });
  };
  for (const { variable, init } of globals) if (init !== undefined) list(variable.type, init);
  for (const fn of functions) {
    for (const { steps } of fn.blocks) {
      for (const step of steps) {
        if (step.kind === 'declare' && step.init !== undefined) list(step.variable.type, step.init);
      }
    }
    visitFunction(fn, (expr) => {
      if (expr.kind === 'initlist') list(expr.type, expr);
      if (expr.kind !== 'assign' || expr.op !== '=') return;
      if (expr.target.kind === 'member') add(expr.target.name, expr.value);
    });
  }
  return targets;
}

function functionNamed(expr: Expr, symbols: Symbols): string | undefined {
  const inner = expr.kind === 'cast' || expr.kind === 'address' ? expr.operand : expr;
  if (inner.kind !== 'name' || inner.variable !== undefined) return undefined;
  return symbols.function(inner.name) === undefined ? undefined : inner.name;
}

/**
 * The functions of a file whose names stand anywhere but in a call: they may be
 * called from anywhere. Read from the syntax tree, since lambdas and the lists of
 * constructors, which are not lowered, name functions too.
 */
export function addressTaken(tree: SyntaxTree, functions: readonly LoweredFunction[]): Set<string> {
  const taken = new Set<string>();
  const names = new Set(functions.map((fn) => fn.name));
  const visit = (node: SyntaxNode): void => {
    const isCall = node.type === 'call_expression';
    for (const child of node.children) {
      if (child.field === 'declarator' && child.type !== 'init_declarator') continue;
      if (child.type === 'identifier') {
        if (isCall && child.field === 'function') continue;
        const name = tree.textOf(child);
        if (names.has(name)) taken.add(name);
      } else if (child.children.length > 0) visit(child);
    }
  };
  visit(tree.root);
  return taken;
}
