/** What a declared rule looks for: code of a form, unless it is also of another, or stands elsewhere. */
export interface CodePattern {
  /** One of these. */
  readonly patterns: readonly string[];
  /** None of these. */
  readonly not: readonly string[];
  /** Within one of these, where there are any. */
  readonly inside: readonly string[];
  /** Within none of these. */
  readonly notInside: readonly string[];
  /** By the name of a metavariable, what the code that it stands for has to have in it. */
  readonly regex: ReadonlyMap<string, RegExp>;
  /** What is said of a place, with metavariables such as `$X` for what they stand for. */
  readonly message: string | undefined;
  /** From 0.4 to 0.95. */
  readonly confidence: number;
}
