import { codeBlock } from '../../page/markdown-text.ts';
import type { Precision, Severity } from '../../rules/classification.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import { SEVERITIES } from '../candidates/candidate.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import type { RuleInfo } from '../report/report.ts';
import { lineOf, linesOf } from './foreign-text.ts';
import type { SarifRule } from './sarif-schema.ts';

const MAX_TITLE = 120;
const MAX_HELP = 6_000;

/** What a scanner says of its rule, as far as a report repeats it. */
export interface ForeignRule {
  readonly title: string;
  readonly help: string;
}

/** A result of another scanner as a candidate, and what else its rule needs. */
export interface ImportedCandidate {
  readonly draft: CandidateDraft;
  readonly ceiling: Severity;
  readonly precision: Precision;
  readonly rule: ForeignRule;
}

/** The rule in words. Its help is quoted as text: Markdown of a stranger could link anywhere. */
export function foreignRule(
  tool: string,
  ruleId: string,
  rule: SarifRule | undefined,
): ForeignRule {
  const short = rule?.shortDescription?.text ?? rule?.fullDescription?.text ?? rule?.name ?? '';
  const id = lineOf(ruleId, MAX_TITLE) || 'unnamed';
  const title = lineOf(short, MAX_TITLE).replace(/\.$/, '') || id;
  const said = [rule?.help?.text ?? rule?.fullDescription?.text ?? '', rule?.helpUri ?? ''];
  const lines = said.flatMap((text) => (text.trim() === '' ? [] : linesOf(text, MAX_HELP)));
  // Back-ticks could end the code span of the sentence below.
  const name = id.replaceAll('`', "'");
  const lead = `This is the rule \`${name}\` of ${tool}, whose results were imported.`;
  const quoted = lines.length === 0 ? [] : ['What it says of the rule:', codeBlock(lines, 'text')];
  return { title, help: [lead, ...quoted].join('\n\n') };
}

/** The suggestion of a result for which its scanner has none. */
export function foreignSuggestion(tool: string): string {
  return `Read what ${tool} says of this rule, then fix the code, or suppress the result with the reason.`;
}

/** The rules of imported candidates, by id; the same whatever order the candidates come in. */
export function foreignRules(candidates: readonly ImportedCandidate[]): RuleInfo[] {
  const byPattern = Map.groupBy(candidates, ({ draft }) => draft.pattern);
  const rules = [...byPattern].map(([id, all]): RuleInfo => {
    const [first] = all.toSorted((left, right) => byBytes(keyOf(left), keyOf(right)));
    if (first === undefined) throw new Error(`no candidate is behind ${id}`);
    const { category, cwe } = first.draft;
    const { precision, rule } = first;
    const worst = SEVERITIES.find((name) => all.some(({ ceiling }) => ceiling === name));
    return { id, ...rule, category, cwe, severity: worst ?? first.ceiling, precision };
  });
  return rules.sort((left, right) => byBytes(left.id, right.id));
}

function keyOf({ draft, precision, rule }: ImportedCandidate): string {
  const { category, cwe } = draft;
  return JSON.stringify([rule, precision, category, cwe]);
}
