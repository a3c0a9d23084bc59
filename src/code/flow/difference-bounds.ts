/** Roots are numbered below this. */
const SPAN = 67108864;

/** The first root of the pair that a key stands for. */
export function firstOf(key: number): number {
  return Math.floor(key / SPAN);
}

/** The second root of the pair that a key stands for. */
export function secondOf(key: number): number {
  return key - Math.floor(key / SPAN) * SPAN;
}

/** The key of an ordered pair of roots. */
export function pairKey(first: number, second: number): number {
  return first * SPAN + second;
}

/** Upper bounds of differences between roots, by pair. Copies share what neither has written. */
export class DifferenceBounds {
  private bounds: Map<number, number>;
  private isShared: boolean;

  constructor(from?: DifferenceBounds) {
    this.bounds = from?.bounds ?? new Map();
    this.isShared = from !== undefined;
    if (from !== undefined) from.isShared = true;
  }

  /** How many pairs have a bound. */
  get size(): number {
    return this.bounds.size;
  }

  /** The bound of `first - second`, infinite where there is none. */
  between(first: number, second: number): number {
    return this.bounds.get(first * SPAN + second) ?? Number.POSITIVE_INFINITY;
  }

  /** The bound of a pair, undefined where there is none. */
  get(key: number): number | undefined {
    return this.bounds.get(key);
  }

  /** Gives a pair a bound. */
  set(key: number, bound: number): void {
    if (this.isShared) {
      this.bounds = new Map(this.bounds);
      this.isShared = false;
    }
    this.bounds.set(key, bound);
  }

  /** The bounds by the keys of their pairs. */
  entries(): ReadonlyMap<number, number> {
    return this.bounds;
  }

  /** Puts bounds that nobody else holds in place of all that were there. */
  replace(bounds: Map<number, number>): void {
    this.bounds = bounds;
    this.isShared = false;
  }

  /** Whether the two hold the very same bounds, as copies do. */
  shares(other: DifferenceBounds): boolean {
    return this.bounds === other.bounds;
  }

  /** Whether anything but `second` is known to be `first` or more. */
  hasOther(first: number, second: number): boolean {
    for (const [key, bound] of this.bounds)
      if (bound <= 0 && firstOf(key) === first && secondOf(key) !== second) return true;
    return false;
  }

  /** The least bound of `first - second` by way of one other root. */
  throughAnother(first: number, second: number): number {
    let best = Number.POSITIVE_INFINITY;
    for (const [key, bound] of this.bounds) {
      const from = Math.floor(key / SPAN);
      if (from !== first) continue;
      best = Math.min(best, bound + this.between(key - from * SPAN, second));
    }
    return best;
  }
}
