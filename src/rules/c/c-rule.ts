import type { Span } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { FlowListener } from '../../code/flow/interpreter/events.ts';
import type { TraceStep } from '../../code/syntax/location.ts';
import type { EventKind } from '../basis.ts';
import type { Severity } from '../classification.ts';
import type { RuleDescription } from '../rule.ts';

export interface HitOptions {
  /** How sure the rule is where nothing was assumed on the way, from 0.4 to 0.95. */
  readonly confidence: number;
  /** What it has seen, where that is not the event of the rule. */
  readonly event?: EventKind;
  /** The worst that can come of it, where that is less than the severity of the rule. */
  readonly impact?: Severity;
  /** What was seen holds where paths meet: a single one may show for certain what may happen on some. */
  readonly joined?: true;
  /** No path of a few rounds can show it, as where a loop goes on without an end: that none does is no doubt. */
  readonly beyondPaths?: true;
  /** What the hit has in common with others of the same cause in this function; else its trace says so. */
  readonly cause?: string;
  readonly trace?: readonly TraceStep[];
  /** A weakness that fits this hit better than the rule's first. */
  readonly cwe?: number;
}

/** Proposes a place as a defect. Of several hits of a rule on one line the surest one stays. */
export type ReportHit = (span: Span, message: string, options: HitOptions) => void;

/** A rule for C, C++ or both. It asks the engine; it does not walk trees. */
export interface CRule extends RuleDescription {
  /** What its hits have seen, where they do not say otherwise; something definite, if nothing is stated. */
  readonly event?: EventKind;
  /** Whether it goes by the name of a call, whatever that is given: one that a function only passes on is told there. */
  readonly isOfName?: true;
  /** Hears what happens at each point of each function. Made anew for every file. */
  readonly listen?: (report: ReportHit) => FlowListener;
  /** Looks at a file as a whole: its macros, globals, classes and control-flow graphs. */
  readonly inspect?: (unit: TranslationUnit, report: ReportHit) => void;
}
