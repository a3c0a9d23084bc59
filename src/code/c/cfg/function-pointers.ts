import type { SyntaxNode, SyntaxTree } from '../../syntax/syntax.ts';
import type { Expr, LoweredFunction } from '../ir/ast.ts';
import type { Symbols } from '../ir/symbols.ts';
import type { CType } from '../ir/types.ts';
import { visitFunction } from '../ir/walk.ts';
import { withoutCasts } from '../ir/without-casts.ts';
import { fieldOfRecord, fieldOfUnknownRecord } from './field-names.ts';

/** Stands among the functions of a field for those that are not named where it is set, as in `s->write = given;`. */
export const UNNAMED_FUNCTION = '';

/** The functions whose address is stored in each field: by the field's name, and by this with its record. */
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
  const add = (
    holder: CType,
    field: string | undefined,
    type: CType | undefined,
    value: Expr,
  ): void => {
    if (field === undefined) return;
    const names = functionsIn(value, field, symbols).filter(
      // What is no pointer to a function is another field of that name.
      (name) => name !== UNNAMED_FUNCTION || isFunctionPointer(type),
    );
    if (names.length === 0) return;
    for (const key of [field, fieldOfRecord(holder, field) ?? fieldOfUnknownRecord(field)]) {
      const known = targets.get(key) ?? new Set<string>();
      for (const name of names) known.add(name);
      targets.set(key, known);
    }
  };
  const list = (type: CType, expr: Expr): void => {
    if (expr.kind !== 'initlist') return;
    const own = expr.type.kind === 'record' ? expr.type : type;
    const fields = own.kind === 'record' ? (symbols.record(own.name)?.fields ?? []) : [];
    expr.items.forEach((item, index) => {
      const field = item.name ?? fields[index]?.name;
      const inner = own.kind === 'array' ? own.of : fields.find(({ name }) => name === field)?.type;
      add(own, field, inner, item.value);
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
      const { target, value } = expr;
      if (target.kind === 'member') add(target.base.type, target.name, target.type, value);
    });
  }
  return targets;
}

/** The functions that a value may be, which a field of some name gets. */
function functionsIn(value: Expr, field: string, symbols: Symbols): readonly string[] {
  const inner = value.kind === 'address' ? value.operand : withoutCasts(value);
  if (inner.kind === 'conditional')
    return [inner.then ?? inner.condition, inner.otherwise].flatMap((each) =>
      functionsIn(each, field, symbols),
    );
  if (inner.kind === 'address' && inner.operand.kind === 'name')
    return functionsIn(inner.operand, field, symbols);
  if (inner.kind === 'number') return [];
  // What the same field of another record holds was named where that was set.
  if (inner.kind === 'member' && inner.name === field) return [];
  const isFunction =
    inner.kind === 'name' &&
    inner.variable === undefined &&
    symbols.function(inner.name) !== undefined;
  return [isFunction ? inner.name : UNNAMED_FUNCTION];
}

function isFunctionPointer(type: CType | undefined): boolean {
  return type?.kind === 'pointer' && type.to.kind === 'function';
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
