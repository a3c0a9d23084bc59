import type { BasicBlock, Span, Step, Terminator } from '../../c/ir/ast.ts';
import { promoted } from '../../c/ir/types.ts';
import { LIMITS } from '../../limits.ts';
import { convertSilently } from '../calls/passed-value.ts';
import type { ReturnState, State } from '../domain/state.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { isReachedByArray } from '../memory/elements.ts';
import { escapeContent, markEscaped } from '../memory/escape.ts';
import { between, equalTo, split } from './conditions.ts';
import { declareVariable } from './declarations.ts';
import { toldReturns } from './told-returns.ts';

/** The transfer function of a block: a state for each edge that can be taken. Returns are added to `exits`. */
export function transferBlock(
  interpreter: Interpreter,
  block: BasicBlock,
  state: State,
  exits: ReturnState[],
): [number, State][] {
  interpreter.state = state;
  interpreter.reachable = true;
  for (const step of block.steps) {
    transferStep(interpreter, step);
    if (!interpreter.reachable || interpreter.ids.budget.isOver) return [];
    interpreter.ids.scratch.clear();
  }
  const out = transferTerminator(interpreter, block.end, exits);
  const last = block.steps.at(-1);
  // An exception that no handler of the function takes leaves it as a return does.
  if (block.end.kind === 'stop' && last?.kind === 'eval' && last.expr.kind === 'throw')
    reportLost(interpreter, last.expr);
  interpreter.ids.scratch.clear();
  return out;
}

/** The transfer function of one step. */
function transferStep(interpreter: Interpreter, step: Step): void {
  if (step.kind === 'eval') interpreter.evaluateForEffect(step.expr);
  else if (step.kind === 'declare')
    declareVariable(interpreter, step.variable, step.init, step.count);
  else {
    for (const variable of step.variables) {
      const object = interpreter.state.object(interpreter.ids.root(variable.id, 'variable'));
      if (object !== undefined) interpreter.state.setObject({ ...object, lifetime: 'gone' });
    }
  }
}

/** The transfer function of the end of a block: a state for each edge that can be taken. */
function transferTerminator(
  interpreter: Interpreter,
  end: Terminator,
  exits: ReturnState[],
): [number, State][] {
  switch (end.kind) {
    case 'jump':
      return [[end.to, interpreter.state]];
    case 'branch': {
      interpreter.listener?.branch?.(end.condition, end.assertion === true, interpreter);
      const [yes, no] = split(interpreter, end.condition);
      const out: [number, State][] = [];
      if (yes !== undefined) out.push([end.then, yes]);
      if (no !== undefined) out.push([end.otherwise, no]);
      return out;
    }
    case 'switch':
      return splitSwitch(interpreter, end);
    case 'return':
      leaveFunction(interpreter, end, exits);
      return [];
    default:
      return [];
  }
}

/** The states behind a `switch`, one for each label that the value may have. */
function splitSwitch(
  interpreter: Interpreter,
  end: Terminator & { kind: 'switch' },
): [number, State][] {
  const value = interpreter.evaluate(end.value);
  const type = promoted(end.value.type);
  const isUnsigned = type.kind === 'int' && !type.signed;
  const out: [number, State][] = [];
  let rest: State | undefined = interpreter.state;
  for (const entry of end.cases) {
    if (rest === undefined) break;
    // An unknown label says nothing of the value on either side.
    if (entry.low === undefined || entry.high === undefined) {
      out.push([entry.to, rest.copy()]);
      continue;
    }
    const asValue = (label: number): number =>
      label < 0 && isUnsigned ? label + 2 ** type.bits : label;
    const [low, high] = [asValue(entry.low), asValue(entry.high)];
    if (low > high) continue;
    interpreter.state = rest;
    const [yes, no]: [State | undefined, State | undefined] =
      low === high ? equalTo(interpreter, value, low) : between(rest, value, low, high);
    if (yes !== undefined) out.push([entry.to, yes]);
    rest = no;
  }
  if (rest !== undefined) out.push([end.otherwise, rest]);
  return out;
}

/** A return: what it gives back leaves the function, and what nothing refers to any more is lost. */
function leaveFunction(
  interpreter: Interpreter,
  end: Terminator & { kind: 'return' },
  exits: ReturnState[],
): void {
  const { listener } = interpreter;
  const given = end.value && interpreter.evaluate(end.value);
  if (!interpreter.reachable) return;
  const value =
    end.value &&
    given &&
    convertSilently(interpreter, end.value, interpreter.function.returns, given);
  // A summary reads the value off later, when the results of this step are forgotten.
  if (value !== undefined) interpreter.state.anchor(value.root);
  const exit: ReturnState = {
    state: interpreter.state,
    value,
    isShared: value !== undefined && isShared(interpreter, value),
  };
  exits.push(...(end.value === undefined ? [exit] : toldReturns(exit, end.value)));
  // The content of a block escapes with the block.
  for (const { object } of value === undefined ? [] : interpreter.state.factsOfValue(value).targets)
    if (interpreter.state.object(object)?.family !== undefined) escapeContent(interpreter, object);
  if (listener === undefined) return;
  listener.returned?.(end.value, given, interpreter);
  if (value !== undefined) markEscaped(interpreter, value);
  const span =
    end.start < 0 ? { start: interpreter.function.end - 1, end: interpreter.function.end } : end;
  reportLost(interpreter, span);
}

/** Tells of what nothing refers to any more where the function is left. */
function reportLost(interpreter: Interpreter, span: Span): void {
  const { listener } = interpreter;
  if (listener === undefined) return;
  const { tracked, budget } = interpreter.ids;
  budget.spend(tracked.objects.size);
  for (const id of tracked.objects) {
    const object = interpreter.state.object(id);
    if (object?.lifetime !== 'live' || object.escaped) continue;
    // A loop that releases all elements of an array releases this one too, however often it ran.
    if (isReachedByArray(interpreter, id)) continue;
    const times = interpreter.lost.get(id) ?? 0;
    if (times >= LIMITS.losses) continue;
    interpreter.lost.set(id, times + 1);
    listener.lost?.(object, span, interpreter);
  }
}

/** Whether something that outlives the function refers to what a value points to. */
function isShared(interpreter: Interpreter, value: Value): boolean {
  const { targets } = interpreter.state.factsOfValue(value);
  return targets.some(({ object }) => interpreter.state.object(object)?.escaped === true);
}
