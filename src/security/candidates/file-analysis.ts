import type { Language } from '../../code/syntax/language.ts';
import type { Hit } from '../../rules/rule.ts';
import type { Skip } from '../../workspace/files/skip.ts';

/** A hit together with the rule that made it. */
export interface RuleHit extends Hit {
  readonly rule: string;
}

/** A function that a file defines, as a review needs it. */
export interface FunctionOutline {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  /** Names it calls, sorted, without repeats. */
  readonly calls: readonly string[];
  /** Names that it may call through fields, as far as any file stores functions there. */
  readonly fieldCalls: readonly string[];
}

/** A part of the file that was not examined and why, such as nesting that is too deep. */
export type AnalysisNote = Omit<Skip, 'file'>;

/** What the analysis of one file gives; plain data, so that it can cross threads. */
export interface FileAnalysis {
  readonly language: Language;
  readonly lines: number;
  readonly hits: readonly RuleHit[];
  readonly functions: readonly FunctionOutline[];
  readonly notes: readonly AnalysisNote[];
}
