import { type Case, hasElements } from '../cases/case.ts';
import type { CountedPieces, PlannedCall } from '../plan/comparison-plan.ts';
import type { BothSides } from './both-sides.ts';
import { OUTSIDE } from './run-rounds.ts';

/** Of the time that the C has for the cases by which it is seen what a length counts. */
const SECONDS = 3;

/** By so much more of the cases the C reaches out where a length tells too many pieces. */
const CLEAR_SHARE = 0.1;

/** A length of which it is not plain what it counts. */
interface DoubtfulLength {
  readonly name: string;
  readonly of: string;
  readonly pieces: CountedPieces;
}

/** The lengths of calls of which types do not tell what they count. */
export function doubtfulLengths(calls: readonly PlannedCall[]): DoubtfulLength[] {
  return calls.flatMap(({ plan }) =>
    plan.c.flatMap((one) =>
      one.kind === 'length' && typeof one.each === 'object'
        ? [{ name: one.name, of: one.of, pieces: one.each }]
        : [],
    ),
  );
}

/**
 * Finds what such lengths count by the C alone, and has the drivers give them so: told that there are more
 * pieces than its memory holds, C that goes by the length reaches out of it.
 * @returns those that it does not show
 */
export async function settlePieces(
  doubtful: readonly DoubtfulLength[],
  sides: Pick<BothSides, 'countPieces' | 'runC'>,
  cases: readonly Case[],
): Promise<readonly DoubtfulLength[]> {
  const [first] = doubtful;
  if (first === undefined) return [];
  const sizes = first.pieces.sizes.join();
  // One of them counts bytes and another one words: nothing tells which is which.
  if (doubtful.some(({ pieces }) => pieces.sizes.join() !== sizes)) return doubtful;
  const filled = cases.filter(hasElements);
  const shares: number[] = [];
  for (const index of [-2, ...first.pieces.sizes.keys()]) {
    sides.countPieces(index);
    const results = await sides.runC(filled, SECONDS);
    const outside = results.filter(
      ({ kind, bytes }) => kind === 'stopped' && OUTSIDE.test(bytes.toString('utf8')),
    );
    shares.push(outside.length / Math.max(1, results.length));
  }
  const least = Math.min(...shares);
  const found = shares.findIndex((share, at) => {
    const before = shares[at - 1];
    return before !== undefined && before - share >= CLEAR_SHARE && share - least < CLEAR_SHARE;
  });
  sides.countPieces(found < 1 ? -1 : found - 1);
  return found < 1 ? doubtful : [];
}

/** Why a difference may be none where it is not plain what a length counts. */
export function doubtText({ name, of, pieces }: DoubtfulLength): string {
  const sizes = pieces.sizes.map((size) =>
    size === 'element' ? 'records' : size === 1 ? 'bytes' : `pieces of ${size} bytes`,
  );
  return `it is not plain whether ${name} counts ${sizes.join(' or ')} of ${of}, on which both sides may differ: say in the mapping how much it counts for one element of the Rust list ({ role: "length", of: "${of}", each: NUMBER })`;
}
