import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grammars } from '../../src/code/syntax/grammar.ts';
import { type Chosen, chooseMutants } from './choose.ts';
import { type Compiler, compiles } from './compiles.ts';
import { type Mutant, mutantsOf } from './mutate-rust.ts';
import { type Pair, rustPlace, type SameMeaning } from './pairs.ts';

export interface MutantDeps extends Compiler {
  readonly grammars: Grammars;
  readonly crate: string;
  readonly sameMeaning: readonly SameMeaning[];
}

/**
 * One mutant for each pair that is wanted, which compiles and is not known to mean the same.
 * @param pairs all there are: what is drawn for one depends on those before it
 */
export async function mutantsOfPairs(
  deps: MutantDeps,
  pairs: readonly Pair[],
  seed: number,
  isWanted: (pair: Pair) => boolean,
): Promise<readonly Chosen<Pair>[]> {
  const breakable = await Promise.all(
    pairs.map(async (pair) => {
      const { file, name } = rustPlace(pair);
      const text = readFileSync(join(deps.crate, file), 'utf8');
      return { of: pair, name: pair.rust, mutants: await mutantsOf(deps.grammars, text, name) };
    }),
  );
  const isGood = (pair: Pair, mutant: Mutant) =>
    deps.sameMeaning.some((same) => isSame(same, pair, mutant))
      ? Promise.resolve(false)
      : compiles(deps, deps.crate, { path: rustPlace(pair).file, text: mutant.text });
  return chooseMutants(breakable, seed, isGood, isWanted);
}

function isSame(same: SameMeaning, pair: Pair, mutant: Mutant): boolean {
  return (
    same.rust === pair.rust && same.operator === mutant.operator && same.after === mutant.after
  );
}
