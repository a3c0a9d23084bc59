import type { CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { Borrowed } from './borrowed.ts';
import { containerKind, nameOfType, placeName } from './containers.ts';

/** What a call of a method takes away of what leads to the elements: all, iterators alone, or one end. */
type ElementChange = 'all' | 'iterators' | 'first' | 'last';

/** Calls after which no iterator into a container of one block leads to its element for certain. */
const MOVING =
  /^(?:push_back|emplace_back|insert|emplace|erase|clear|resize|reserve|shrink_to_fit|assign|append|replace)$/;

/** Elements of a deque stay where they are when one is added at its ends; iterators do not. */
const AT_ENDS = /^(?:push|emplace)_(?:back|front)$/;

/** What a call of a method does to the elements of the container that it is called on. */
export function elementChange(
  call: CallExpr,
  reserved: ReadonlySet<string>,
): ElementChange | undefined {
  if (call.receiver === undefined) return undefined;
  const kind = containerKind(call.receiver.type);
  if (kind === undefined) return undefined;
  const end = takenEnd(call);
  if (end !== undefined) return end;
  const adds = /^(?:push|emplace|append)/.test(call.name);
  if (adds && reserved.has(placeName(call.receiver) ?? '')) return undefined;
  if (kind === 'nodes' || kind === 'ends')
    return /^(?:clear|assign)$/.test(call.name) ? 'all' : undefined;
  if (kind === 'blocks' && AT_ENDS.test(call.name)) return 'iterators';
  return MOVING.test(call.name) ? 'all' : undefined;
}

/** Whether a call moves or destroys what a loop over the elements goes through. */
export function disturbsLoop(call: CallExpr): boolean {
  const change = elementChange(call, new Set());
  const isBlock = /^blocks?$/.test(containerKind(call.receiver?.type ?? NO_TYPE) ?? '');
  return change === 'all' || change === 'iterators' || (change === 'last' && isBlock);
}

const NO_TYPE = { kind: 'void' } as const;

/** The element that a call takes from an end. */
function takenEnd({ name, receiver }: CallExpr): 'first' | 'last' | undefined {
  if (name === 'pop_back') return 'last';
  if (name === 'pop_front') return 'first';
  if (name !== 'pop' || receiver === undefined) return undefined;
  return nameOfType(receiver.type).startsWith('stack<') ? 'last' : 'first';
}

/** The element that a call gives: the first or the last one. */
export function givenEnd({ name, receiver }: CallExpr): Borrowed['at'] {
  if (/^(?:front|c?begin)$/.test(name)) return 'first';
  if (/^(?:back|c?rbegin)$/.test(name)) return 'last';
  if (name !== 'top' || receiver === undefined) return undefined;
  return nameOfType(receiver.type).startsWith('stack<') ? 'last' : 'first';
}

/** What a search is given, where the same text stands for the same value as long as a variable is not set. */
export function keyOf(arg: Expr | undefined): Borrowed['key'] {
  const bare = arg === undefined ? undefined : withoutCasts(arg);
  if (bare?.kind === 'number') return { text: String(bare.value), variable: undefined };
  if (bare?.kind === 'string') return { text: expressionText(bare), variable: undefined };
  const variable = bare?.kind === 'name' ? bare.variable : undefined;
  if (variable === undefined || !/^(?:local|parameter)$/.test(variable.scope)) return undefined;
  return { text: `${variable.name} ${variable.id}`, variable };
}

/** The iterator of `it->first` and `*it`: the key of its own element. */
export function iteratorOfKey(arg: Expr | undefined): Variable | undefined {
  const bare = arg === undefined ? undefined : withoutCasts(arg);
  const inner =
    bare?.kind === 'deref'
      ? bare.operand
      : bare?.kind === 'member' && bare.arrow && bare.name === 'first'
        ? bare.base
        : undefined;
  return inner === undefined ? undefined : variableNamed(inner);
}

export function variableNamed(expr: Expr): Variable | undefined {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' ? bare.variable : undefined;
}

/** Containers that were given room: what is added then need not move anything. Fields may be given it in any function. */
export function reservedIn(fn: LoweredFunction, unit: TranslationUnit): ReadonlySet<string> {
  let fields = reservedFields.get(unit);
  if (fields === undefined) {
    fields = new Set(unit.functions.flatMap((each) => reservedPlaces(each, true)));
    reservedFields.set(unit, fields);
  }
  return new Set([...reservedPlaces(fn, false), ...fields]);
}

const reservedFields = new WeakMap<TranslationUnit, ReadonlySet<string>>();

function reservedPlaces(fn: LoweredFunction, isField: boolean): string[] {
  return expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind !== 'call' || expr.name !== 'reserve' || expr.receiver === undefined) return [];
    const { receiver } = expr;
    if (isField && (receiver.kind !== 'name' || receiver.variable !== undefined)) return [];
    return placeName(receiver) ?? [];
  });
}
