import type { Value } from '../../code/flow/domain/value.ts';
import type { CallEvent, FlowListener } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';

/** Told before the rules of each event: where it is, and which values it is about. */
export type Observe = (facts: Facts, ...values: readonly (Value | undefined)[]) => void;

/** One listener that passes everything on to many, in order. */
export function combineListeners(
  listeners: readonly FlowListener[],
  observe: Observe,
): FlowListener {
  const listening = <K extends keyof FlowListener>(name: K): readonly FlowListener[] =>
    listeners.filter((listener) => listener[name] !== undefined);
  const call = listening('call');
  const called = listening('called');
  const access = listening('access');
  const transfer = listening('transfer');
  const release = listening('release');
  const arithmetic = listening('arithmetic');
  const uninitialised = listening('uninitialised');
  const convert = listening('convert');
  const assign = listening('assign');
  const declared = listening('declared');
  const branch = listening('branch');
  const returned = listening('returned');
  const lost = listening('lost');
  const enter = listening('enter');
  const leave = listening('leave');
  return {
    call(event, facts) {
      observe(facts, ...knownArguments(event));
      for (const listener of call) listener.call?.(event, facts);
    },
    called(event, result, facts) {
      observe(facts, ...knownArguments(event), result);
      for (const listener of called) listener.called?.(event, result, facts);
    },
    access(event, facts) {
      observe(facts, event.pointer, event.indexValue);
      for (const listener of access) listener.access?.(event, facts);
    },
    transfer(event, facts) {
      observe(facts, event.pointer, event.size);
      for (const listener of transfer) listener.transfer?.(event, facts);
    },
    release(event, facts) {
      observe(facts, event.pointer);
      for (const listener of release) listener.release?.(event, facts);
    },
    arithmetic(event, facts) {
      observe(facts, event.left, event.right);
      for (const listener of arithmetic) listener.arithmetic?.(event, facts);
    },
    uninitialised(event, facts) {
      observe(facts);
      for (const listener of uninitialised) listener.uninitialised?.(event, facts);
    },
    convert(event, facts) {
      observe(facts, event.value);
      for (const listener of convert) listener.convert?.(event, facts);
    },
    assign(event, facts) {
      observe(facts, event.assigned);
      for (const listener of assign) listener.assign?.(event, facts);
    },
    declared(event, facts) {
      observe(facts, event.elements);
      for (const listener of declared) listener.declared?.(event, facts);
    },
    branch(condition, assertion, facts) {
      observe(facts);
      for (const listener of branch) listener.branch?.(condition, assertion, facts);
    },
    returned(value, result, facts) {
      observe(facts, result);
      for (const listener of returned) listener.returned?.(value, result, facts);
    },
    lost(object, at, facts) {
      observe(facts);
      for (const listener of lost) listener.lost?.(object, at, facts);
    },
    enter(fn, facts) {
      for (const listener of enter) listener.enter?.(fn, facts);
    },
    leave(fn, reached) {
      for (const listener of leave) listener.leave?.(fn, reached);
    },
  };
}

/** The arguments but for the constants of headers that were not read. */
function knownArguments({ call, args }: CallEvent): readonly Value[] {
  return args.filter((_, index) => {
    const arg = call.args[index];
    return arg?.kind !== 'name' || arg.variable !== undefined;
  });
}
