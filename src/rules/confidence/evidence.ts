import type { Basis, EventKind } from '../basis.ts';

/** How many steps lie between what was seen and what is claimed: none, one, or more than one. */
export type Steps = 0 | 1 | 2;

/**
 * How often hits of a rule with evidence of one kind were right, of those that people have judged. What is
 * true and not worth a reviewer's time counts half.
 */
export interface Measured {
  readonly rule: string;
  readonly event: EventKind;
  readonly steps: Steps;
  readonly judged: number;
  readonly right: number;
}

/** Events that are a guess by themselves, however surely the guess was made. */
const GUESSES: ReadonlySet<EventKind> = new Set(['may', 'belief', 'type-range']);

/** The steps of a hit at which the analysis may have lost what makes it harmless. */
export function lossySteps({ event, doubts }: Pick<Basis, 'event' | 'doubts'>): Steps {
  if (GUESSES.has(event)) return 2;
  // Whether a caller does what it takes is one more thing that is not known.
  const steps = doubts.length + (event === 'latent' ? 1 : 0);
  return steps === 0 ? 0 : steps === 1 ? 1 : 2;
}
