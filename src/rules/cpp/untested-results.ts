import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsOf, partsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { containerKind, followedOperand, nameOfType, placeName } from './containers.ts';
import { variableNamed } from './element-changes.ts';
import type { Absence } from './optional-values.ts';

const SEARCHES =
  /^(?:find|find_if|find_if_not|find_first_of|find_end|adjacent_find|search|search_n)$/;
/** These give the end where all elements come before what is looked for. */
const POSITIONS = /^(?:lower_bound|upper_bound|partition_point|is_sorted_until)$/;
const EXTREMES = /^(?:min_element|max_element)$/;

/** What gives the end or null where there is nothing: searches, `lock()` of a weak pointer, casts that ask for the class. */
export class UntestedResults {
  /** The places that conditions of the function mention: what they ask may be whether there is something. */
  private readonly asked = new Set<string>();

  constructor(fn: LoweredFunction) {
    for (const { end } of fn.blocks) {
      if (end.kind === 'branch') this.ask(end.condition);
      else if (end.kind === 'switch') this.ask(end.value);
    }
    for (const expr of expressionsOf(fn.blocks)) {
      if (expr.kind === 'conditional') this.ask(expr.condition);
      else if (expr.kind === 'binary' && /^(?:&&|\|\|)$/.test(expr.op)) this.ask(expr.left);
      else if (expr.kind === 'call' && /^(?:assert|Q_ASSERT|CHECK|DCHECK|ASSERT)$/.test(expr.name))
        for (const arg of expr.args) this.ask(arg);
      else if (
        expr.kind === 'call' &&
        /^(?:expired|contains|count|insert|emplace)$/.test(expr.name)
      )
        if (expr.receiver !== undefined) this.ask(expr.receiver);
    }
  }

  /** What may be missing in the result of an expression that nothing has asked for it. */
  absenceOf(value: Expr): Absence | undefined {
    if (value.kind === 'cast' && value.style === 'dynamic_cast')
      return value.type.kind === 'pointer' && value.type.reference !== true
        ? this.castTo(value.operand, 'dynamic_cast')
        : undefined;
    const call = withoutCasts(value);
    if (call.kind !== 'call') return undefined;
    const { callee, receiver, args, name } = call;
    if (receiver !== undefined) return this.ofMethod(call, receiver);
    const [first] = args;
    if (callee.kind !== 'name' || first === undefined) return undefined;
    const plain = callee.name.replace(/^(?:::)?std::/, '');
    if (/^dynamic_pointer_cast</.test(plain)) return this.castTo(first, 'dynamic_pointer_cast');
    if (/^get_if</.test(plain)) return this.castTo(first, 'get_if');
    if (/^any_cast<.*\*>$/.test(plain)) return undefined;
    if (!/^(?:::)?std::/.test(callee.name)) return undefined;
    if (SEARCHES.test(name) || POSITIONS.test(name)) return untested(name);
    if (!EXTREMES.test(name)) return undefined;
    const range = withoutCasts(first);
    const place = range.kind === 'call' && range.receiver ? placeName(range.receiver) : undefined;
    const isLocal =
      range.kind === 'call' &&
      range.receiver?.kind === 'name' &&
      range.receiver.variable?.scope === 'local';
    return place === undefined || isLocal || this.asked.has(place)
      ? undefined
      : { ...untested(name), isDoubtful: true };
  }

  private ofMethod({ name, args, callee }: CallExpr, receiver: Expr): Absence | undefined {
    const place = placeName(receiver);
    const isAsked = place !== undefined && this.asked.has(place);
    if (callee.kind !== 'member' || isAsked) return undefined;
    if (name === 'lock' && args.length === 0)
      return /^(?:$|auto$|weak_ptr<)/.test(nameOfType(receiver.type))
        ? { of: 'object', how: 'untested', by: 'lock' }
        : undefined;
    const isSearch =
      /^(?:find|lower_bound|upper_bound)$/.test(name) &&
      /(?:map|set)</.test(nameOfType(receiver.type)) &&
      containerKind(receiver.type) === 'nodes';
    // What is in a map of its own a function knows, and a class may keep a field so that all that is asked for is there.
    return isSearch && variableNamed(receiver)?.scope === 'parameter' ? untested(name) : undefined;
  }

  /** A cast of what the function has asked for its kind is told to succeed. */
  private castTo(operand: Expr, by: string): Absence | undefined {
    const bare = withoutCasts(operand);
    const place = placeName(bare.kind === 'address' ? bare.operand : bare);
    if (place !== undefined && this.asked.has(place)) return undefined;
    const isMade = bare.kind === 'call' || (bare.kind === 'name' && bare.name === 'this');
    return { of: 'object', how: 'untested', by, ...(isMade ? { isDoubtful: true } : {}) };
  }

  private ask(condition: Expr): void {
    const followed = followedOperand(condition);
    // `if (owner.lock()->ready())` asks for something else.
    if (followed?.kind === 'call') {
      for (const arg of followed.args) this.ask(arg);
      return;
    }
    const place = placeName(condition);
    if (place !== undefined) this.asked.add(place);
    for (const part of partsOf(condition)) this.ask(part);
  }
}

function untested(by: string): Absence {
  return { of: 'element', how: 'untested', by };
}
