import type { UnitChange } from '../../code/change/unit-change.ts';
import type { ReportHit } from '../c/c-rule.ts';
import type { RuleDescription } from '../rule.ts';

/**
 * A rule for two versions of a C or C++ file: it says what the change took away. Its examples are
 * differences: lines of base alone begin with `-`, those of head alone with `+`, all others with a blank.
 */
export interface ChangeRule extends RuleDescription {
  /** Looks at a change of a file; spans and the trace are those of head. */
  readonly compare: (change: UnitChange, report: ReportHit, path: string) => void;
}
