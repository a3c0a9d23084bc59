import type { CallExpr, LoweredFunction } from '../../c/ir/ast.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { LIMITS } from '../../limits.ts';
import { constant, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { constantCall } from './constant-call.ts';

/** What the calls of a unit gave that were worked out, by callee and arguments. */
interface KnownCalls {
  readonly functions: ReadonlyMap<string, LoweredFunction>;
  readonly results: Map<string, number | undefined>;
  /** What working them out may still cost. */
  readonly budget: { steps: number };
}

const knownCalls = new WeakMap<TranslationUnit, KnownCalls>();

/** The result of a call that depends on nothing but constants: of a pure function, or `atoi` of a literal. */
export function constantResult(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
): Value | undefined {
  if (expr.receiver !== undefined || expr.name === '' || args.length === 0) return undefined;
  if (/^ato(?:i|l|ll)$/.test(expr.name)) return literalNumber(interpreter, args[0]);
  if (expr.type.kind !== 'int' || args.some((value) => value.root !== 0)) return undefined;
  const known = callsOf(interpreter.unit);
  if (!known.functions.has(expr.name)) return undefined;
  const numbers = args.map((value) => value.add);
  const key = `${expr.name} ${numbers.join(' ')}`;
  if (!known.results.has(key)) {
    known.results.set(key, constantCall(known.functions, expr.name, numbers, known.budget));
  }
  const result = known.results.get(key);
  return result === undefined ? undefined : constant(result);
}

function callsOf(unit: TranslationUnit): KnownCalls {
  const known = knownCalls.get(unit);
  if (known !== undefined) return known;
  // Which of several functions of one name is called is not known.
  const byName = Map.groupBy(unit.functions, (fn) => fn.name);
  const calls = {
    functions: new Map(
      [...byName].flatMap(([name, [fn, ...others]]) =>
        fn === undefined || fn.isMethod || others.length > 0 ? [] : [[name, fn] as const],
      ),
    ),
    results: new Map(),
    budget: { steps: LIMITS.constantCallStepsOfFile },
  };
  knownCalls.set(unit, calls);
  return calls;
}

/** The number at the start of a literal text. */
function literalNumber(interpreter: Interpreter, pointer: Value | undefined): Value | undefined {
  const [only, ...others] = pointer === undefined ? [] : interpreter.pointees(pointer);
  if (only?.object.kind !== 'literal' || others.length > 0) return undefined;
  if (only.offset.root !== 0 || only.offset.add !== 0) return undefined;
  const digits = /^\s*[+-]?\d{1,9}/.exec(only.object.text ?? '')?.[0] ?? '0';
  return constant(Number(digits));
}
