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
  /** The keys of the bounds by the first of their roots; made at the first query. */
  private rows: Map<number, number[]> | undefined;
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
    this.rows = undefined;
  }

  /** The bounds by the keys of their pairs. */
  entries(): ReadonlyMap<number, number> {
    return this.bounds;
  }

  /** Replaces all bounds by a map that is not shared. */
  replace(bounds: Map<number, number>): void {
    this.bounds = bounds;
    this.rows = undefined;
    this.isShared = false;
  }

  /** Forgets the oldest, down to a number. */
  trim(most: number): void {
    if (this.bounds.size > most) this.replace(new Map([...this.bounds].slice(-most)));
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
    for (const key of this.rowOf(first)) {
      const bound = this.bounds.get(key) ?? Number.POSITIVE_INFINITY;
      best = Math.min(best, bound + this.between(secondOf(key), second));
    }
    return best;
  }

  /** The keys of the pairs that begin with a root. */
  rowOf(first: number): readonly number[] {
    let { rows } = this;
    if (rows === undefined) {
      rows = new Map();
      for (const key of this.bounds.keys()) {
        const row = rows.get(firstOf(key));
        if (row === undefined) rows.set(firstOf(key), [key]);
        else row.push(key);
      }
      this.rows = rows;
    }
    return rows.get(first) ?? NO_KEYS;
  }
}

const NO_KEYS: readonly number[] = [];
