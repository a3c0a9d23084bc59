import type { Language } from '../code/syntax/language.ts';
import type { Location, TraceStep } from '../code/syntax/location.ts';
import type { Basis } from './basis.ts';
import type { Category, Precision, Severity } from './classification.ts';

/** One cause of several hits of a rule in a function, named by the place of the first of them. */
export interface SharedCause {
  readonly line: number;
  readonly column: number;
}

/** One place that a rule proposes as a defect. */
export interface Hit {
  readonly location: Location;
  /** The enclosing function, or the empty string. */
  readonly function: string;
  /** What is wrong here, in one sentence with the names of this code. */
  readonly message: string;
  /** 0.4 to 0.95; below 0.5 it is a place to look at rather than a finding. */
  readonly confidence: number;
  /** The same where a change brings it, and in a small tree: in much code that stands, a defect is rarer. */
  readonly inNewCode?: number;
  /** From the source of the data to the defect; may be empty. */
  readonly trace: readonly TraceStep[];
  /** A more specific weakness than the rule's first, where this hit knows it. */
  readonly cwe?: number;
  /** What it has in common with other hits of the rule in its function, if there are such. */
  readonly cause?: SharedCause;
  /** What the confidence rests on, where that is known. */
  readonly basis?: Basis;
  /** The worst that can come of it, where that is less than the severity of the rule. */
  readonly impact?: Severity;
}

/** A small program; the lines a rule must hit end in the comment `// defect`. */
type Example = string;

/**
 * What every rule says about itself. The examples are its tests: each bad one
 * is hit on exactly its marked lines, no good one is hit at all.
 */
export interface RuleDescription {
  /** Lower case with underscores, as it stands in reports and suppressions. */
  readonly id: string;
  /** At most 60 characters, no full stop. */
  readonly title: string;
  readonly category: Category;
  /** CWE numbers, the one that fits best first. */
  readonly cwe: readonly [number, ...number[]];
  /** Further ones, of single findings, which these say in place of the first. */
  readonly furtherCwe?: readonly number[];
  /** The worst severity a hit of the rule can have. */
  readonly severity: Severity;
  readonly precision: Precision;
  /** Why it matters, in two to five sentences of Markdown. */
  readonly help: string;
  /** What to do, as one imperative sentence. */
  readonly suggestion: string;
  readonly languages: readonly [Language, ...Language[]];
  readonly examples: { readonly bad: readonly Example[]; readonly good: readonly Example[] };
}
