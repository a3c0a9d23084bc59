import type { Span } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { FlowListener } from '../../code/flow/interpreter/events.ts';
import type { TraceStep } from '../../code/syntax/location.ts';
import type { RuleDescription } from '../rule.ts';

export interface HitOptions {
  /** 0.4 to 0.95. */
  readonly confidence: number;
  readonly trace?: readonly TraceStep[];
  /** A weakness that fits this hit better than the rule's first. */
  readonly cwe?: number;
}

/** Proposes a place as a defect. Of several hits of a rule on one line the surest one stays. */
export type ReportHit = (span: Span, message: string, options: HitOptions) => void;

/** A rule for C, C++ or both. It asks the engine; it does not walk trees. */
export interface CRule extends RuleDescription {
  /** Hears what happens at each point of each function. Made anew for every file. */
  readonly listen?: (report: ReportHit) => FlowListener;
  /** Looks at a file as a whole: its macros, globals, classes and control-flow graphs. */
  readonly inspect?: (unit: TranslationUnit, report: ReportHit) => void;
}
