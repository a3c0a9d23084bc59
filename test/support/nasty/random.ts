/** A source of numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below a bound. */
  below(bound: number): number;
  /** One of several, all as likely. */
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Numbers from a seed, by Vigna's SplitMix with 32 bits of state. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (bound: number): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % bound;
  };
  return { below, pick: (choices) => choices[below(choices.length)] ?? choices[0] };
}

/** As many pieces of text as asked for, one below the other. */
export function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}
