import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { RustTaint } from '../../code/rust/state/taint.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import type { SyntaxNode } from '../../code/syntax/syntax.ts';
import type { RuleDescription } from '../rule.ts';

/** What a rule reports, before offsets become lines and the context lowers the confidence. */
export interface ProposedHit {
  readonly node: { readonly start: number; readonly end: number };
  /** The function it stands in; missing for items. */
  readonly in?: AnalysedFunction;
  /** For items, which know it themselves. */
  readonly isTest?: boolean;
  readonly message: string;
  /** 0.4 to 0.95 for production code; tests and examples lower it. */
  readonly confidence: number;
  /** The untrusted data that gets here. */
  readonly taint?: RustTaint | undefined;
  /** Places that matter for the finding, in the order of execution. */
  readonly path?: readonly { readonly node: SyntaxNode; readonly message: string }[];
  readonly cwe?: number;
}

export type ReportRustHit = (finding: ProposedHit) => void;

/** A rule for Rust: its description and one function over the facts of a file. */
export interface RustRule extends RuleDescription {
  /**
   * Whether it judges what values may be: then what was assumed of those at the place of a hit is a doubt of it. What
   * the values are does not matter to the shape of code.
   */
  readonly judgesValues?: boolean;
  check(facts: RustFacts, report: ReportRustHit): void;
}

/** Source text on one line, shortened to be quoted in a message. */
export function quote(
  facts: RustFacts,
  node: { readonly start: number; readonly end: number },
): string {
  const text = facts.file.tree.textOf(node).replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
