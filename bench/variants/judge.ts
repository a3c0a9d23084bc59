import type { SourceParser } from '../../src/code/syntax/source-parser.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import type { CRule } from '../../src/rules/c/c-rule.ts';
import { type CHit, runCRules } from '../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../src/rules/c-rules.ts';
import { weaknessesOf } from '../../src/rules/weaknesses.ts';
import { MIN_FINDING_CONFIDENCE } from '../../src/security/candidates/severity.ts';
import { CASE_TYPES } from '../case-types.ts';
import { correspondingLines, markedLines } from './marks.ts';

/** How a rule's defect shows in a program: as a finding, as a place to look at, or not. */
export type Seen = 'finding' | 'place' | 'nothing';

const sure = ({ inNewCode, confidence }: CHit) => inNewCode ?? confidence;

/** Everything that the rules say of a C program. */
export function hitsIn(text: string, parser: SourceParser): readonly CHit[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  return runCRules(parseSyntax(parser, text), 'c', parser, options).hits;
}

/** How the defect of a rule's bad example shows in it, or in a variant of it. */
export function seenAs(rule: CRule, text: string, hits: readonly CHit[]): Seen {
  const lines = correspondingLines(text);
  const fitting = hits.filter((hit) => lines.has(hit.location.line) && isOfOneDefect(rule, hit));
  if (fitting.length === 0) return 'nothing';
  return fitting.some((hit) => sure(hit) >= MIN_FINDING_CONFIDENCE) ? 'finding' : 'place';
}

/** Whether all marked lines of a bad example are hit by its rule, as its test asks. */
export function isExample(rule: CRule, text: string, hits: readonly CHit[]): boolean {
  const own = new Set(hits.flatMap((hit) => (hit.rule === rule.id ? [hit.location.line] : [])));
  return markedLines(text).every((line) => own.has(line));
}

/** What is said of sound code, and would be shown. */
export function alarms(hits: readonly CHit[]): readonly CHit[] {
  return hits.filter((hit) => sure(hit) >= MIN_FINDING_CONFIDENCE);
}

/** Whether a hit is about the defect that a rule is about. */
function isOfOneDefect(rule: CRule, hit: CHit): boolean {
  if (hit.rule === rule.id) return true;
  const other = C_RULES.find(({ id }) => id === hit.rule);
  if (other === undefined) return false;
  const [own, theirs] = [weaknessesOf(rule), [hit.cwe ?? other.cwe[0]]];
  return (
    own.some((cwe) => theirs.includes(cwe)) ||
    FAMILIES.some((family) => family.includes(rule.cwe[0]) && family.includes(theirs[0]))
  );
}

/** Kinds of weaknesses under several numbers. */
const FAMILIES: readonly (readonly (number | undefined)[])[] = [
  'buffer_overflow',
  'null_deref',
  'use_after_free',
  'memory_leak',
  'integer_overflow',
  'uninitialized_var',
].map((name) => CASE_TYPES[name] ?? []);
