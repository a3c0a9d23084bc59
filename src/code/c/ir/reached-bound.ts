/** A bound of the analysis that a function ran into, so that findings in it may be missing. */
export interface ReachedBound {
  /** The function's name. */
  readonly function: string;
  /** Where it begins. */
  readonly start: number;
  readonly end: number;
  /** `macros`: what macros stand for; `steps`: what the analysis costs, `file`: of the whole file; `rounds`: of a loop;
   * `time`: of the file, which a person may limit. */
  readonly bound: 'macros' | 'steps' | 'file' | 'rounds' | 'time';
}
