import type { Expr, Variable } from '../../../code/c/ir/ast.ts';
import { isPointerLike } from '../../../code/c/ir/types.ts';
import { type CallSite, isUntouchedAtCall, limitsAtCall } from './call-site.ts';
import {
  intersection,
  isPossible,
  limitsOfType,
  MAX_BYTES,
  type NumberLimits,
  type ParameterContract,
} from './data-input.ts';
import { plainVariable, statedNumber } from './value-limits.ts';

/**
 * What one call passes to a function, as far as the caller is given it and hands it on as it is.
 * @param own what the signature of the function states
 * @param given what the caller may be given
 */
export function passedInputs(
  site: CallSite,
  own: readonly ParameterContract[],
  given: readonly ParameterContract[],
): readonly ParameterContract[] {
  const { caller, call } = site;
  const passed = new Map<number, ParameterContract>();
  for (const [at, contract] of own.entries()) {
    const arg = call.args[at];
    if (arg === undefined || passed.has(at)) continue;
    for (const [position, input] of inputsFor(at, contract, arg)) passed.set(position, input);
  }
  return own.map((_, at) => passed.get(at) ?? notPassed(at));

  function inputsFor(
    at: number,
    contract: ParameterContract,
    arg: Expr,
  ): readonly (readonly [number, ParameterContract])[] {
    const number = statedNumber(arg);
    if (number !== undefined && contract.kind !== 'length') {
      // Of a pointer that is null.
      return isPointerLike(arg.type) && number !== 0n
        ? []
        : [[at, { kind: 'fixed', value: number }]];
    }
    switch (contract.kind) {
      case 'number':
        return numberFor(at, contract.limits, arg);
      case 'text':
        return textFor(at, contract.length, arg);
      case 'room': {
        const size = roomOf(arg);
        return size === undefined || size < contract.size ? [] : [[at, { kind: 'room', size }]];
      }
      case 'bytes':
        return bytesFor(at, contract, arg);
      default:
        return [];
    }
  }

  function numberFor(at: number, limits: NumberLimits, arg: Expr): [number, ParameterContract][] {
    const from = plainVariable(arg);
    const input = from && contractOf(from.variable);
    if (from?.limits === undefined || input?.kind !== 'number') return [];
    const allowed = intersection(intersection(input.limits, limits), from.limits);
    const left = limitsAtCall(site, from.variable, allowed);
    return left === undefined || !isPossible(left) ? [] : [[at, { kind: 'number', limits: left }]];
  }

  function textFor(at: number, length: NumberLimits, arg: Expr): [number, ParameterContract][] {
    if (arg.kind === 'string') return [[at, { kind: 'literal', text: arg.value }]];
    const from = plainVariable(arg);
    const input = from && contractOf(from.variable);
    if (from === undefined || input?.kind !== 'text' || !isHandedOn(from.variable)) return [];
    return [[at, { kind: 'text', length: intersection(length, input.length) }]];
  }

  function bytesFor(
    at: number,
    contract: ParameterContract & { kind: 'bytes' },
    arg: Expr,
  ): readonly (readonly [number, ParameterContract])[] {
    const partner = own.findIndex((one) => 'of' in one && one.of === at);
    const [mark, length] = [own[partner], call.args[partner]];
    if (mark === undefined || length === undefined) return [];
    const number = statedNumber(length);
    const room = roomOf(arg);
    if (number !== undefined && mark.kind === 'length') {
      const size = arg.kind === 'string' ? arg.value.length + 1 : room;
      const needed = number * BigInt(contract.elementSize);
      if (size === undefined || needed < 0n || needed > BigInt(size)) return [];
      const fixed: ParameterContract = { kind: 'fixed', value: number };
      if (arg.kind === 'string')
        return [
          [at, { kind: 'literal', text: arg.value }],
          [partner, fixed],
        ];
      return contract.isBlank
        ? [
            [at, { kind: 'room', size }],
            [partner, fixed],
          ]
        : [];
    }
    const [from, counted] = [plainVariable(arg), plainVariable(length)];
    const input = from && contractOf(from.variable);
    const other = counted && contractOf(counted.variable);
    if (from === undefined || counted === undefined || input?.kind !== 'bytes') return [];
    const belongs = other !== undefined && 'of' in other && other.kind === mark.kind;
    if (!belongs || other.of !== from.variable.position) return [];
    if (input.elementSize !== contract.elementSize || !isHandedOn(from.variable)) return [];
    const both = intersection(contract.length, input.length);
    const allowed = counted.limits === undefined ? both : intersection(both, counted.limits);
    const left = limitsAtCall(site, counted.variable, allowed);
    if (left === undefined || !isPossible(left)) return [];
    const isBlank = contract.isBlank || input.isBlank;
    return [
      [at, { ...contract, length: left, isBlank }],
      [partner, { kind: mark.kind, of: at }],
    ];
  }

  /** The size of a local variable whose address is passed, and that is nowhere named before. */
  function roomOf(arg: Expr): number | undefined {
    if (arg.kind === 'cast') return roomOf(arg.operand);
    const named = arg.kind === 'address' ? arg.operand : arg;
    const variable = named.kind === 'name' ? named.variable : undefined;
    const isArray = variable?.type.kind === 'array';
    if (variable?.scope !== 'local' || (arg.kind !== 'address' && !isArray)) return undefined;
    if (!isUntouchedAtCall(site, variable)) return undefined;
    const size = site.unit.symbols.sizeOf(variable.type);
    return size !== undefined && size <= MAX_BYTES ? size : undefined;
  }

  function contractOf({ scope, position }: Variable): ParameterContract | undefined {
    return scope === 'parameter' ? given[position] : undefined;
  }

  function isHandedOn(pointer: Variable): boolean {
    return limitsAtCall(site, pointer, ANY) !== undefined;
  }

  function notPassed(at: number): ParameterContract {
    const why = `${caller.name} does not pass argument ${at + 1} as it is given it`;
    return { kind: 'other', why };
  }
}

const ANY = limitsOfType({ bits: 64, signed: true });
