import type { Language } from '../corpus.ts';
import type { Random } from '../random.ts';
import type { Entry } from '../tree.ts';

/** An odd source text, and what belongs to it. */
export interface Shape {
  readonly idea: string;
  readonly language: Language;
  readonly text: string;
  /** Whether what stands behind it is code again. */
  readonly isClosed: boolean;
  /** Files beside it, in the same folder. */
  readonly beside?: readonly Entry[];
  /** How the whole file becomes bytes, where that is not UTF-8. */
  readonly encode?: (text: string) => Buffer;
}

export type ShapeMaker = (random: Random) => Shape;

/** One of the ways to do something, which names itself. */
export function oneOf<Made>(random: Random, ways: Readonly<Record<string, Made>>): [string, Made] {
  return random.pick(Object.entries(ways));
}
