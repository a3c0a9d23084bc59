import { uniformBigInt } from 'pure-rand/distribution/uniformBigInt';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of choices that a seed decides: the same seed chooses the same on any machine. */
export interface Random {
  /** From 0 to `count` - 1. */
  below(count: number): number;
  /** Both ends included. */
  between(least: number, most: number): number;
  /** Both ends included. */
  bigBetween(least: bigint, most: bigint): bigint;
  /** True so many times in a hundred. */
  percent(share: number): boolean;
  /** One of a list that is not empty. */
  pick<T extends NonNullable<unknown> | null>(list: ArrayLike<T>): T;
}

/** Choices by the xoroshiro128+ generator from a seed of 32 bits. */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const below = (count: number): number => uniformInt(generator, 0, count - 1);
  return {
    below,
    between: (least, most) => uniformInt(generator, least, most),
    bigBetween: (least, most) => uniformBigInt(generator, least, most),
    percent: (share) => below(100) < share,
    pick: (list) => {
      const one = list.length === 0 ? undefined : list[below(list.length)];
      if (one === undefined) throw new Error('there is nothing to pick from');
      return one;
    },
  };
}
