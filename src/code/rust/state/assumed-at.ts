import { assuming, NOTHING_ASSUMED, type RustAssumptions } from './assumptions.ts';
import type { EventContext, FunctionEvents } from './events.ts';
import { assumedOf, type RustValue } from './value.ts';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What happens at a place, and with which values. */
interface Happening {
  readonly node: Stretch;
  readonly facts: EventContext['facts'];
  readonly values: readonly RustValue[];
}

const happeningsOf = new WeakMap<FunctionEvents, readonly Happening[]>();

/**
 * What was assumed of the values that come together at a place in a function: of what is called, computed, cast, indexed
 * or read there; where the place is a part of that, or has another node, of the smallest such around it.
 */
export function assumedAt(events: FunctionEvents, place: Stretch): RustAssumptions {
  let known = happeningsOf.get(events);
  if (known === undefined) {
    known = happenings(events);
    happeningsOf.set(events, known);
  }
  const isAt = ({ node }: Happening) => node.start === place.start && node.end === place.end;
  const isAround = ({ node }: Happening) => node.start <= place.start && place.end <= node.end;
  const length = ({ node }: Happening) => node.end - node.start;
  const around = known.filter(isAround);
  const least = Math.min(...around.map(length));
  const at = around.some(isAt)
    ? around.filter(isAt)
    : around.filter((one) => length(one) === least);
  return at.reduce(
    (set, { facts, values }) =>
      set | assumedOf(values) | (facts.isCut ? assuming('joined') : NOTHING_ASSUMED),
    NOTHING_ASSUMED,
  );
}

function happenings(events: FunctionEvents): Happening[] {
  const of = <Event extends Omit<Happening, 'values'>>(
    list: readonly Event[],
    valuesOf: (event: Event) => readonly (RustValue | undefined)[],
  ): Happening[] =>
    list.map((event) => ({
      ...{ node: event.node, facts: event.facts },
      values: valuesOf(event).flatMap((value) => value ?? []),
    }));
  return [
    ...of(events.calls, (call) => [call.receiver, ...call.arguments]),
    ...of(events.macros, (macro) => macro.arguments.map(({ value }) => value)),
    ...of(events.casts, ({ value }) => [value]),
    ...of(events.arithmetic, ({ left, right }) => [left, right]),
    ...of(events.comparisons, ({ left, right }) => [left, right]),
    ...of(events.indexes, ({ base, index }) => [base, index]),
    ...of(events.dereferences, ({ value }) => [value]),
    ...of(events.assignments, ({ value }) => [value]),
    ...of(events.initialisers, ({ value }) => [value]),
  ];
}
