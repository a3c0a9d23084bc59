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
  /** The lines that were not examined; missing where that may be all of the file. */
  readonly lines?: readonly LineStretch[];
  /** Whether the lines are not part of the build, so that they were not to be examined. */
  readonly aside?: boolean;
  /**
   * Whether it is a symbolic link with the name of a source whose target is not examined: a compiler reads what it leads to, so
   * that a change which has one was not examined as a whole.
   */
  readonly unread?: boolean;
}

/** Lines of a file, 1-based, both included. */
export interface LineStretch {
  readonly first: number;
  readonly last: number;
}
