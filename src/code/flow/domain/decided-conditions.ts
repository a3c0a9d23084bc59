import { LIMITS } from '../../limits.ts';

/** Which conditions hold on a path and which do not, by their numbers: what no other domain can say. Immutable. */
export type DecidedConditions = ReadonlyMap<number, boolean>;

export const NOTHING_DECIDED: DecidedConditions = new Map();

/** A condition by its number; negative where it is the opposite of that one. */
export type SignedCondition = number;

/** Whether a condition is known to hold, or not to. */
export function isDecided(
  known: DecidedConditions,
  condition: SignedCondition,
): boolean | undefined {
  const holds = known.get(Math.abs(condition));
  return holds === undefined || condition > 0 ? holds : !holds;
}

/** The same with one more decided; of too many the oldest is forgotten. */
export function withDecided(
  known: DecidedConditions,
  condition: SignedCondition,
  holds: boolean,
): DecidedConditions {
  const id = Math.abs(condition);
  const outcome = condition > 0 ? holds : !holds;
  if (known.get(id) === outcome) return known;
  const more = new Map(known);
  if (more.size >= LIMITS.decided) {
    const [oldest] = more.keys();
    if (oldest !== undefined) more.delete(oldest);
  }
  return more.set(id, outcome);
}

/** What is decided alike in both. */
export function decidedInBoth(a: DecidedConditions, b: DecidedConditions): DecidedConditions {
  if (a === b || a.size === 0) return a;
  if (b.size === 0) return NOTHING_DECIDED;
  const both = [...a].filter(([id, holds]) => b.get(id) === holds);
  return both.length === a.size ? a : new Map(both);
}

/** What is decided without the conditions that are about something which is another value from here on. */
export function decidedWithout(
  known: DecidedConditions,
  isAbout: (condition: number) => boolean,
): DecidedConditions {
  let kept: Map<number, boolean> | undefined;
  for (const id of known.keys()) {
    if (!isAbout(id)) continue;
    kept ??= new Map(known);
    kept.delete(id);
  }
  return kept ?? known;
}
