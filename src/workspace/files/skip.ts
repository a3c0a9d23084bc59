/** A file, or a part of one, that was not examined. */
export interface Skip {
  /** Relative to the root, `/`-separated. */
  readonly file: string;
  /** One clause, such as "is binary". */
  readonly reason: string;
  /**
   * Whether it should have been examined: true makes a run inconclusive, false
   * is for what is no source text in the first place.
   */
  readonly failed: boolean;
}
