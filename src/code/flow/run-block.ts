import type { BasicBlock, Step, Terminator } from '../c/ast.ts';
import { promoted } from '../c/types.ts';
import { LIMITS } from '../limits.ts';
import { between, equalTo, split } from './conditions.ts';
import { declareVariable } from './declarations.ts';
import { escapeContent, markEscaped } from './escape.ts';
import type { Exit } from './exit.ts';
import type { Machine } from './machine.ts';
import type { State } from './state.ts';
import type { Value } from './value.ts';

/** Runs a block from a state: the states with which other blocks go on, and the returns put with those that leave. */
export function runBlock(
  machine: Machine,
  block: BasicBlock,
  state: State,
  leaving: Exit[],
): [number, State][] {
  machine.state = state;
  machine.reachable = true;
  for (const step of block.steps) {
    runStep(machine, step);
    if (!machine.reachable || machine.ids.effort.isOver) return [];
    machine.ids.scratch.clear();
  }
  const out = terminate(machine, block.end, leaving);
  machine.ids.scratch.clear();
  return out;
}

/** One thing that happens in a block. */
function runStep(machine: Machine, step: Step): void {
  if (step.kind === 'eval') machine.run(step.expr);
  else if (step.kind === 'declare') declareVariable(machine, step.variable, step.init, step.count);
  else {
    for (const variable of step.variables) {
      const object = machine.state.object(machine.ids.root(variable.id, 'variable'));
      if (object !== undefined) machine.state.setObject({ ...object, state: 'gone' });
    }
  }
}

/** The states with which control goes on behind a block. */
function terminate(machine: Machine, end: Terminator, leaving: Exit[]): [number, State][] {
  switch (end.kind) {
    case 'jump':
      return [[end.to, machine.state]];
    case 'branch': {
      machine.listener?.branch?.(end.condition, end.assertion === true, machine);
      const [yes, no] = split(machine, end.condition);
      const out: [number, State][] = [];
      if (yes !== undefined) out.push([end.then, yes]);
      if (no !== undefined) out.push([end.otherwise, no]);
      return out;
    }
    case 'switch':
      return switched(machine, end);
    case 'return':
      leave(machine, end, leaving);
      return [];
    default:
      return [];
  }
}

/** The states behind a `switch`, one for each label that the value may have. */
function switched(machine: Machine, end: Terminator & { kind: 'switch' }): [number, State][] {
  const value = machine.evaluate(end.value);
  const type = promoted(end.value.type);
  const isUnsigned = type.kind === 'int' && !type.signed;
  const out: [number, State][] = [];
  let rest: State | undefined = machine.state;
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
    machine.state = rest;
    const [yes, no]: [State | undefined, State | undefined] =
      low === high ? equalTo(machine, value, low) : between(rest, value, low, high);
    if (yes !== undefined) out.push([entry.to, yes]);
    rest = no;
  }
  if (rest !== undefined) out.push([end.otherwise, rest]);
  return out;
}

/** A return: what it gives back leaves the function, and what nothing refers to any more is lost. */
function leave(machine: Machine, end: Terminator & { kind: 'return' }, leaving: Exit[]): void {
  const value = end.value === undefined ? undefined : machine.evaluate(end.value);
  const { listener } = machine;
  if (!machine.reachable) return;
  // A summary reads the value off later, when the results of this step are forgotten.
  if (value !== undefined) machine.state.anchor(value.root);
  leaving.push({
    state: machine.state,
    value,
    kept: value !== undefined && isKept(machine, value),
  });
  // Whoever is given a block is given what was put into it.
  for (const { object } of value === undefined ? [] : machine.state.factsOfValue(value).targets)
    if (machine.state.object(object)?.family !== undefined) escapeContent(machine, object);
  if (listener === undefined) return;
  listener.returned?.(end.value, value, machine);
  if (value !== undefined) markEscaped(machine, value);
  const span = end.start < 0 ? { start: machine.function.end - 1, end: machine.function.end } : end;
  const { tracked, effort } = machine.ids;
  effort.spend(tracked.objects.size);
  for (const id of tracked.objects) {
    const object = machine.state.object(id);
    if (object?.state !== 'live' || object.escaped) continue;
    const times = machine.lost.get(id) ?? 0;
    if (times >= LIMITS.losses) continue;
    machine.lost.set(id, times + 1);
    listener.lost?.(object, span, machine);
  }
}

/** Whether something that outlives the function refers to what a value points to. */
function isKept(machine: Machine, value: Value): boolean {
  const { targets } = machine.state.factsOfValue(value);
  return targets.some(({ object }) => machine.state.object(object)?.escaped === true);
}
