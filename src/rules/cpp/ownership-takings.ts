import type { CallExpr, Expr, LoweredFunction, Step } from '../../code/c/ir/ast.ts';
import { type CType, pointee } from '../../code/c/ir/types.ts';
import { expressionsIn } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { nameOfType } from './containers.ts';
import { fieldOf } from './own-fields.ts';

/** A smart pointer is given a raw pointer, and deletes what it leads to from then on. */
export interface Taking {
  readonly raw: Expr;
  readonly ownership: 'unique' | 'shared';
}

/** Whether what a smart pointer of a type is given is looked for. */
type Accepts = (raw: Expr, owner: string) => boolean;

/**
 * What the smart pointers of a step or an expression take, in the order of the text.
 * @param accepts which of it; else pointers that go on to be there
 */
export function takingsOf(
  step: Step,
  fn: LoweredFunction,
  unit: TranslationUnit,
  members: ReadonlyMap<string, string>,
  accepts: Accepts = isRaw,
): Taking[] {
  if (step.kind === 'leave') return [];
  const root = step.kind === 'eval' ? step.expr : step.init;
  if (root === undefined) return [];
  const inside = takingsIn(root, accepts);
  if (step.kind === 'declare') return [...given(root, step.variable.type, accepts), ...inside];
  const field = root.kind === 'initlist' ? members.get(`${root.start}-${root.end}`) : undefined;
  const type = field === undefined ? undefined : fieldOf(fn, field, unit);
  return type === undefined ? inside : [...given(root, type, accepts), ...inside];
}

/** Those of the calls in an expression: `std::shared_ptr<T>(raw)`, `owner.reset(raw)`, `owners.emplace_back(raw)`. */
export function takingsIn(root: Expr, accepts: Accepts = isRaw): Taking[] {
  return expressionsIn(root).flatMap((expr) => {
    if (expr.kind !== 'call') return [];
    if (expr.receiver !== undefined) return takenByMethod(expr, expr.receiver, accepts);
    const made = expr.callee.kind === 'name' ? expr.callee.name : '';
    return taken(expr.args, { kind: 'unknown', name: made }, accepts);
  });
}

function takenByMethod(call: CallExpr, receiver: Expr, accepts: Accepts): Taking[] {
  if (call.name === 'reset' && call.callee.kind === 'member' && !call.callee.arrow)
    return taken(call.args, receiver.type, accepts);
  if (!/^emplace_(?:back|front)$/.test(call.name)) return [];
  const element = /^(?:vector|deque|list)<(.*)>$/s.exec(nameOfType(receiver.type))?.[1];
  return element === undefined ? [] : taken(call.args, { kind: 'unknown', name: element }, accepts);
}

/** `owner(raw)` and `owner{raw}`; a call that makes the value is found by itself. */
function given(init: Expr, type: CType, accepts: Accepts): Taking[] {
  return init.kind === 'initlist'
    ? taken(
        init.items.map(({ value }) => value),
        type,
        accepts,
      )
    : [];
}

/** One that has a deleter besides, as an argument or in its type, may leave the object alone. */
function taken(args: readonly Expr[], type: CType, accepts: Accepts): Taking[] {
  const [raw] = args;
  const name = nameOfType(type);
  const owner = /^(shared|unique)_ptr<[^,]*>$/s.exec(name)?.[1];
  if (raw === undefined || args.length > 1 || owner === undefined) return [];
  const bare = withoutCasts(raw);
  return accepts(bare, name)
    ? [{ raw: bare, ownership: owner === 'shared' ? 'shared' : 'unique' }]
    : [];
}

/** A pointer that goes on to be there, unlike what `new` and other calls give. */
function isRaw(expr: Expr): boolean {
  if (expr.kind === 'name') return expr.name === 'this' || pointee(expr.type) !== undefined;
  return expr.kind === 'address' || isLent(expr);
}

/** `owner.get()` of a smart pointer that is no variable: a field, or an element. */
function isLent(expr: Expr): boolean {
  if (expr.kind !== 'call' || expr.name !== 'get' || expr.args.length > 0) return false;
  const { receiver, callee } = expr;
  if (receiver === undefined || callee.kind !== 'member' || callee.arrow) return false;
  const isVariable = receiver.kind === 'name' && receiver.variable !== undefined;
  const element =
    receiver.kind === 'index'
      ? /^(?:vector|deque)<(.*)>$/s.exec(nameOfType(receiver.base.type))?.[1]
      : undefined;
  const type: CType = element === undefined ? receiver.type : { kind: 'unknown', name: element };
  return !isVariable && /^(?:shared|unique)_ptr</.test(nameOfType(type));
}
