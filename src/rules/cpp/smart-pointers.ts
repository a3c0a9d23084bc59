import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';

/** Whether a smart pointer owns its object alone. */
type Ownership = 'unique' | 'shared';

/** What the variables of a function are that are smart pointers; `auto` ones by what they begin with. */
export class SmartPointers {
  private readonly made = new Map<Variable, Ownership>();

  constructor(fn: LoweredFunction) {
    for (const { steps } of fn.blocks) {
      for (const step of steps) {
        if (step.kind !== 'declare' || step.init?.kind !== 'call') continue;
        const { callee } = step.init;
        const made = callee.kind === 'name' ? madeBy(callee.name) : undefined;
        if (made !== undefined && typeName(step.variable) === '')
          this.made.set(step.variable, made);
      }
    }
  }

  ownership(variable: Variable): Ownership | undefined {
    return ownershipOf(typeName(variable)) ?? this.made.get(variable);
  }

  /** The smart pointer variable of `p.get()`. */
  lentBy(value: Expr): Variable | undefined {
    const call = withoutCasts(value);
    return isGet(call) ? this.receiver(call) : undefined;
  }

  /** The smart pointer variable that a method of its own is called on, such as `p.reset()`, not `p->reset()`. */
  receiver(call: Expr): Variable | undefined {
    if (call.kind !== 'call' || call.callee.kind !== 'member' || call.callee.arrow)
      return undefined;
    const variable = call.receiver?.kind === 'name' ? call.receiver.variable : undefined;
    return variable !== undefined && this.ownership(variable) !== undefined ? variable : undefined;
  }
}

/** Whether a type's name, or that of a constructor, is that of a smart pointer. */
export function isSmart(name: string): boolean {
  return ownershipOf(name) !== undefined;
}

/** Whether the object goes with the variable at the end of its scope. */
export function isOwnedHere({ scope, type }: Variable): boolean {
  const reference = type.kind === 'pointer' && type.reference === true;
  return (scope === 'local' || scope === 'parameter') && !reference;
}

export function typeName({ type }: Variable): string {
  const of = type.kind === 'pointer' && type.reference === true ? type.to : type;
  return of.kind === 'unknown' ? of.name : '';
}

function isGet(call: Expr): boolean {
  return call.kind === 'call' && call.name === 'get' && call.args.length === 0;
}

function madeBy(name: string): Ownership | undefined {
  const made = /^(?:std::)?make_(unique|shared)(?:_for_overwrite)?</.exec(name)?.[1];
  return made === undefined ? ownershipOf(name) : made === 'unique' ? 'unique' : 'shared';
}

function ownershipOf(name: string): Ownership | undefined {
  const found = /^(?:std::)?(unique|shared)_ptr</.exec(name)?.[1];
  return found === undefined ? undefined : found === 'unique' ? 'unique' : 'shared';
}
