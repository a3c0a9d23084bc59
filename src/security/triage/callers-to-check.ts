import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { isTestPath } from '../../workspace/files/test-paths.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { callSites } from '../slice/call-sites.ts';
import { registrationOf } from '../slice/registrations.ts';
import type { SourceIndex } from '../slice/source-index.ts';

/** Callers of one function that an analyst has to look at by name. */
const MAX_CALLERS = 16;

/** A function that calls the one with the candidate, and the line of the first call. */
export interface CallerToCheck {
  readonly fn: GraphFunction;
  readonly line: number;
}

/** The callers that an analyst has to look at, and how many there are beyond those. */
export interface CallersToCheck {
  readonly callers: readonly CallerToCheck[];
  readonly beyond: number;
}

type Place = Pick<Candidate, 'file' | 'line'>;

/**
 * The functions that the call graph has as callers of the function around a place, those of its own file first. Tests are
 * left out, unless the place is in one: no attacker reaches a test.
 */
export function callersToCheck({ file, line }: Place, index: SourceIndex): CallersToCheck {
  const own = index.functionAt(file, line);
  if (own === undefined) return { callers: [], beyond: 0 };
  const all = index.graph
    .callersOf(own)
    .filter((fn) => fn !== own && (isTestPath(file) || !isTestPath(fn.file)))
    .toSorted((a, b) => Number(a.file !== file) - Number(b.file !== file));
  const callers = all.slice(0, MAX_CALLERS).map((fn): CallerToCheck => {
    return { fn, line: callSites(index, fn, own)[0] ?? fn.line };
  });
  return { callers, beyond: all.length - callers.length };
}

/** The callers of the functions of places, one line for each function, for the analyst. */
export function callersText(places: readonly Place[], index: SourceIndex): string {
  const lines = places.flatMap((place) => {
    const own = index.functionAt(place.file, place.line);
    const { callers, beyond } = callersToCheck(place, index);
    if (own === undefined) return [];
    if (callers.length === 0) return takenPointerText(own, index);
    const more = beyond === 0 ? '' : `, and ${beyond} more`;
    return [`${own.name} (${own.file}): ${callers.map(callerName).join(', ')}${more}`];
  });
  return [...new Set(lines)].join('\n') || 'The call graph has none.';
}

/** Calls through the field that a function is kept in. */
const MAX_THROUGH = 6;

/** Who calls a function that no call names, as far as a pointer to it is followed; nothing where none is taken. */
function takenPointerText(own: GraphFunction, index: SourceIndex): string[] {
  const plain = unqualifiedName(own.name);
  const found = index.isGivenAway(plain) ? registrationOf(own, index) : undefined;
  if (found === undefined) return [];
  const { file, line, field, calls } = found;
  const through = calls
    .slice(0, MAX_THROUGH)
    .map(({ caller, line: at }) => `${caller.name} (${caller.file}:${at})`);
  const rest = calls.length - through.length;
  const kept = field === undefined ? '' : `, and kept in a field ${field}`;
  const called =
    through.length === 0
      ? ''
      : `, which is called by ${through.join(', ')}${rest === 0 ? '' : `, and ${rest} more`}`;
  return [
    `${own.name} (${own.file}): no call names it; a pointer to it is taken at ${file}:${line}${kept}${called}`,
  ];
}

/** `parse (src/parse.c:88)`. */
export function callerName({ fn, line }: CallerToCheck): string {
  return `${fn.name} (${fn.file}:${line})`;
}
