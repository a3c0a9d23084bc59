import type { CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constructedType } from '../../code/c/ir/library-types.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { nameOfType } from './containers.ts';
import { isOwner, isStringType, referred } from './temporaries.ts';

/** The objects that are asked about. */
interface Roots {
  /** Whether an expression is such an object. */
  readonly isObject: (expr: Expr) => boolean;
  /** Whether its value points into one. */
  readonly isPointer?: (expr: Expr) => boolean;
}

const POINTING = /^(?:c_str|data|constData|c?r?begin|c?r?end|before_begin)$/;
const ELEMENT = /^(?:at|front|back|value|top)$/;
const OF_VIEW = /^(?:substr|first|last|subspan|data|c?r?begin|c?r?end)$/;
const SAME_OBJECT = /^(?:::)?(?:std::)?(?:move|forward|as_const|get)(?:<.*>)?$/s;
const POINTING_AT =
  /^(?:::)?std::(?:ranges::)?(?:c?r?begin|c?r?end|data|find(?:_if(?:_not)?)?|(?:lower|upper)_bound|(?:min|max)_element|next|prev)$/;

/** Deeper ways through functions that lend are not followed. */
const DEPTH = 14;

/** What leads into an object: by a reference, or as a pointer, an iterator or a view. */
export class Lending {
  private readonly unit: TranslationUnit;
  private readonly byName: ReadonlyMap<string, readonly LoweredFunction[]>;

  constructor(unit: TranslationUnit) {
    this.unit = unit;
    this.byName = Map.groupBy(unit.functions, ({ qualifiedName }) => qualifiedName);
  }

  /** Whether an expression names one of the objects, or a part of it. */
  refers(expr: Expr, roots: Roots, depth = 0): boolean {
    if (depth > DEPTH) return false;
    if (roots.isObject(expr)) return true;
    const inner = (part: Expr) => this.refers(part, roots, depth + 1);
    switch (expr.kind) {
      case 'cast':
        return expr.type.kind === 'pointer' && inner(expr.operand);
      case 'member':
        return expr.arrow ? owns(expr.base.type) && inner(expr.base) : inner(expr.base);
      case 'deref':
        return (
          (owns(expr.operand.type) && inner(expr.operand)) ||
          this.points(expr.operand, roots, depth + 1)
        );
      case 'index':
        return isOwner(referred(expr.base.type)) && inner(expr.base);
      case 'conditional':
        return (expr.then !== undefined && inner(expr.then)) || inner(expr.otherwise);
      case 'call':
        return this.callRefers(expr, roots, depth + 1);
      default:
        return false;
    }
  }

  private callRefers(call: CallExpr, roots: Roots, depth: number): boolean {
    const { callee, receiver, name, args } = call;
    if (callee.kind === 'name' && SAME_OBJECT.test(callee.name) && args.length === 1)
      return args.some((arg) => this.refers(arg, roots, depth));
    if (receiver !== undefined && ELEMENT.test(name) && isOwner(referred(receiver.type)))
      return this.refers(receiver, roots, depth);
    return this.isLent(call, roots, depth, isReference);
  }

  /** Whether the value of an expression is a pointer, an iterator or a view of one of the objects. */
  points(expr: Expr, roots: Roots, depth = 0): boolean {
    if (depth > DEPTH) return false;
    if (roots.isPointer?.(expr) === true) return true;
    const inner = (part: Expr) => this.points(part, roots, depth + 1);
    switch (expr.kind) {
      case 'cast':
        return isView(expr.type) ? this.views(expr.operand, roots, depth + 1) : inner(expr.operand);
      case 'address':
        return this.refers(expr.operand, roots, depth + 1);
      case 'conditional':
        return (expr.then !== undefined && inner(expr.then)) || inner(expr.otherwise);
      case 'binary':
        return /^[+-]$/.test(expr.op) && expr.left.type.kind !== 'int' && inner(expr.left);
      case 'initlist': {
        const [first] = expr.items;
        return (
          isView(expr.type) && first !== undefined && this.views(first.value, roots, depth + 1)
        );
      }
      case 'call':
        return this.callPoints(expr, roots, depth + 1);
      case 'name':
      case 'member':
        return expr.type.kind === 'array' && this.refers(expr, roots, depth + 1);
      default:
        return false;
    }
  }

  private callPoints(call: CallExpr, roots: Roots, depth: number): boolean {
    const { callee, receiver, name, args } = call;
    const [first] = args;
    if (receiver !== undefined) {
      const of = referred(receiver.type);
      if (isView(of) && OF_VIEW.test(name)) return this.points(receiver, roots, depth);
      if (POINTING.test(name) && (isOwner(of) || of.kind === 'unknown'))
        return this.refers(receiver, roots, depth);
    } else if (callee.kind === 'name') {
      const made = constructedType(callee.name);
      if (made !== undefined && isView(made))
        return first !== undefined && this.views(first, roots, depth);
      if (POINTING_AT.test(callee.name) && first !== undefined)
        return this.points(first, roots, depth) || this.views(first, roots, depth);
    }
    return this.isLent(call, roots, depth, isPointing);
  }

  /** Whether a view that is made of the value leads into one of the objects. */
  views(expr: Expr, roots: Roots, depth = 0): boolean {
    if (this.points(expr, roots, depth + 1)) return true;
    return this.isOfOwner(expr) && this.refers(expr, roots, depth + 1);
  }

  /** Whether a value is a string or a container itself, and no view that is read from one. */
  private isOfOwner(expr: Expr): boolean {
    if (expr.kind === 'binary' || expr.kind === 'conditional') return true;
    const type = referred(expr.type);
    if (type.kind !== 'unknown' || type.name !== '') return isOwner(type);
    const holder =
      expr.kind === 'index'
        ? expr.base
        : expr.kind === 'call' && ELEMENT.test(expr.name)
          ? expr.receiver
          : undefined;
    if (holder !== undefined) return isOwner(elementOf(holder.type));
    if (expr.kind === 'deref') return isOwner(elementOf(expr.operand.type));
    return expr.kind === 'call' && !POINTING.test(expr.name);
  }

  /** Whether the bodies of what a call runs show that it gives its object, or an argument, or a part of one. */
  private isLent(
    call: CallExpr,
    roots: Roots,
    depth: number,
    isSo: (type: CType) => boolean,
  ): boolean {
    if (depth > DEPTH) return false;
    const { receiver } = call;
    const owner = receiver === undefined ? undefined : this.classOf(receiver);
    if (receiver !== undefined && owner === undefined) return false;
    const bodies = this.bodies(call, owner);
    if (bodies.length === 0 || bodies.some((fn) => !isSo(fn.returns) || !this.fits(fn, call)))
      return false;
    if (receiver !== undefined && this.refers(receiver, roots, depth + 1))
      return bodies.every((fn) => this.lends(fn, this.ownFields(fn, owner), depth + 1));
    return call.args.some((arg, at) =>
      bodies.every((fn) => {
        const parameter = fn.parameters[at];
        if (parameter === undefined) return false;
        const isGiven = isReference(parameter.type)
          ? this.refers(arg, roots, depth + 1)
          : isPointing(parameter.type) && this.views(arg, roots, depth + 1);
        return isGiven && this.lends(fn, parameterRoots(parameter), depth + 1);
      }),
    );
  }

  /** The class of the object of a call, also of one that a smart pointer alone owns. */
  private classOf(receiver: Expr): string | undefined {
    const type = referred(receiver.type);
    if (type.kind === 'record') return type.name;
    const pointed = /^(?:unique_ptr|optional)<(?:const )?([\w:]+)>$/.exec(nameOfType(type))?.[1];
    const name = pointed ?? (receiver.kind === 'call' ? receiver.name : '');
    return this.unit.symbols.record(name) === undefined ? undefined : name;
  }

  private bodies(call: CallExpr, owner: string | undefined): readonly LoweredFunction[] {
    if (owner === undefined) return this.byName.get(call.name) ?? [];
    const declaring = this.unit.symbols.classOfMethod(owner, call.name) ?? owner;
    return this.byName.get(`${declaring}::${call.name}`) ?? [];
  }

  /** A function that a call may run by the number of its arguments, and none that `&&` makes for temporary objects. */
  private fits(fn: LoweredFunction, call: CallExpr): boolean {
    const { text } = this.unit.tree;
    const head = text.slice(fn.start, text.indexOf('{', fn.start));
    return (
      !fn.variadic && call.args.length <= fn.parameters.length && !/\)\s*(?:const\s*)?&&/.test(head)
    );
  }

  private lends(fn: LoweredFunction, roots: Roots, depth: number): boolean {
    const within = withLocals(fn, roots, (value, outer) => this.views(value, outer, depth));
    return fn.blocks.some(({ end }) => {
      if (end.kind !== 'return' || end.value === undefined) return false;
      return isReference(fn.returns)
        ? this.refers(end.value, within, depth)
        : this.views(end.value, within, depth);
    });
  }

  /** The fields that an object holds itself. */
  private ownFields(fn: LoweredFunction, owner: string | undefined): Roots {
    const fields = owner === undefined ? [] : (this.unit.symbols.record(owner)?.fields ?? []);
    const held = new Set(
      fields
        .filter(({ type }) => isOwner(type) || type.kind === 'record' || type.kind === 'array')
        .map(({ name }) => name),
    );
    const locals = new Set([...fn.locals, ...fn.parameters].map(({ name }) => name));
    return {
      isObject: (expr) => {
        if (expr.kind === 'name')
          return expr.variable === undefined && held.has(expr.name) && !locals.has(expr.name);
        const isOfThis =
          expr.kind === 'member' && expr.base.kind === 'name' && expr.base.name === 'this';
        return isOfThis && held.has(expr.name);
      },
    };
  }
}

/** A local view that is only ever made of what is asked about leads there as well. */
function withLocals(
  fn: LoweredFunction,
  roots: Roots,
  views: (value: Expr, roots: Roots) => boolean,
): Roots {
  const made = new Set<Variable>();
  for (const { steps } of fn.blocks)
    for (const step of steps)
      if (step.kind === 'declare' && step.init !== undefined && isPointing(step.variable.type))
        if (views(step.init, roots)) made.add(step.variable);
  for (const expr of expressionsOf(fn.blocks))
    if (expr.kind === 'assign' && expr.target.kind === 'name' && expr.target.variable !== undefined)
      if (!views(expr.value, withPointers(roots, made))) made.delete(expr.target.variable);
  return withPointers(roots, made);
}

function withPointers(roots: Roots, made: ReadonlySet<Variable>): Roots {
  return {
    isObject: roots.isObject,
    isPointer: (expr) =>
      roots.isPointer?.(expr) === true ||
      (expr.kind === 'name' && expr.variable !== undefined && made.has(expr.variable)),
  };
}

function parameterRoots(parameter: Variable): Roots {
  const isIt = (expr: Expr) => expr.kind === 'name' && expr.variable === parameter;
  return isReference(parameter.type)
    ? { isObject: isIt }
    : { isObject: () => false, isPointer: isIt };
}

/** `*p` and `p->` of a smart pointer that owns alone, or of an optional, give what goes with it. */
function owns(type: CType): boolean {
  return /^(?:unique_ptr|optional)</.test(nameOfType(referred(type)));
}

export function isView(type: CType): boolean {
  return (
    type.kind === 'unknown' && /^(?:(?:w|u8|u16|u32)?string_view$|span<)/.test(nameOfType(type))
  );
}

export function isReference(type: CType): boolean {
  return type.kind === 'pointer' && type.reference === true;
}

/** Whether a value of a type leads elsewhere by itself. */
export function isPointing(type: CType): boolean {
  if (isReference(type)) return false;
  return type.kind === 'pointer' || isView(type) || /iterator$/.test(nameOfType(type));
}

/** T of `vector<T>`, and of a map what it gives for a key; '' where that is not clear. */
export function elementOf(type: CType): CType {
  const name = nameOfType(type);
  if (isStringType(referred(type))) return { kind: 'int', bits: 8, signed: true };
  const found =
    /^(?:vector|deque|(?:forward_)?list|optional|unique_ptr|array|(?:unordered_)?map)<(.*)>$/s.exec(
      name,
    );
  const parts = splitArguments(found?.[1] ?? '');
  const element = /map</.test(name) ? parts[1] : parts[0];
  return { kind: 'unknown', name: element ?? '' };
}

function splitArguments(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    depth += char === '<' ? 1 : char === '>' ? -1 : 0;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}
