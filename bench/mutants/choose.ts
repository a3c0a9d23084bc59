import { randomNumbers } from '../../test/support/random-numbers.ts';
import type { Mutant } from './mutate-rust.ts';

/** A function and every way to break it. */
export interface Breakable<T> {
  readonly of: T;
  readonly name: string;
  readonly mutants: readonly Mutant[];
}

/** The function and the one mutant that was chosen for it; none where none is any good. */
export interface Chosen<T> {
  readonly of: T;
  readonly mutant: Mutant | undefined;
}

/**
 * Chooses one mutant for each function, by a seed: of the operators that apply, one that was
 * drawn the least often so far, so that all of them have their turn. One that is no good, since it
 * does not compile or means the same, is passed over, which changes nothing for other functions.
 */
export async function chooseMutants<T>(
  functions: readonly Breakable<T>[],
  seed: number,
  isGood: (of: T, mutant: Mutant) => Promise<boolean>,
  isWanted: (of: T) => boolean = () => true,
): Promise<readonly Chosen<T>[]> {
  const uses = new Map<string, number>();
  const chosen: Chosen<T>[] = [];
  for (const { of, name, mutants } of functions) {
    const random = randomNumbers(seed ^ hashOf(name));
    const left = mutants.map((mutant) => ({ mutant, draw: random() }));
    const use = ({ mutant }: { mutant: Mutant }) => uses.get(mutant.operator) ?? 0;
    let found: Mutant | undefined;
    left.sort((a, b) => use(a) - use(b) || a.draw - b.draw);
    const first = left[0]?.mutant.operator;
    if (first !== undefined) uses.set(first, (uses.get(first) ?? 0) + 1);
    if (!isWanted(of)) continue;
    for (const { mutant } of left) {
      if (found === undefined && (await isGood(of, mutant))) found = mutant;
    }
    chosen.push({ of, mutant: found });
  }
  return chosen;
}

function hashOf(text: string): number {
  return [...text].reduce((hash, c) => Math.imul(hash, 31) + c.charCodeAt(0), 7) | 0;
}
