import { type Evidence, inputsText } from '../../../equivalence/evidence/evidence.ts';
import { isUnchecked, uncheckedText } from '../../../equivalence/evidence/unsafe-reached.ts';
import { groupedDigits, plural } from '../../../migration/status/wording.ts';
import { codeSpan } from '../../../page/markdown-text.ts';
import type { MigratedFunction, MigrationFacts } from '../../isolated-worker/migration-facts.ts';
import { shortSentence, shortText } from '../../text/short-text.ts';
import type { PullSubject } from './pull-subject.ts';

/** How strong the evidence for a change is; the later ones are weaker. */
const COMPARISON_LEVELS = ['proven', 'partly', 'unproven', 'different'] as const;
export type ComparisonLevel = (typeof COMPARISON_LEVELS)[number];

/** Fewer inputs than this say little. */
const FEW_CASES = 1000;
const REASON = 600;

/** How strong the evidence for one function is; where Rust needs none of it, nothing is missing. */
export function comparisonLevelOf({
  evidence,
  skipped,
}: Pick<MigratedFunction, 'evidence' | 'skipped'>): ComparisonLevel {
  if (skipped !== undefined) return 'proven';
  if (evidence.kind === 'different') return 'different';
  if (evidence.kind === 'not checked') return 'unproven';
  if (evidence.kind === 'nothing to compare') return 'proven';
  const { lines, coveredLines } = evidence.coverage;
  const isReached = lines > 0 && coveredLines === lines;
  const isWhole = isReached && isEnough(evidence) && !isUnchecked(evidence.unsafe_reached);
  return isWhole ? 'proven' : 'partly';
}

function isEnough({ cases, is_only_input: isOnly }: Extract<Evidence, { kind: 'equal' }>): boolean {
  return isOnly === true || cases >= FEW_CASES;
}

/** The worst of its functions. */
export function worstComparisonLevel({
  functions,
}: Pick<MigrationFacts, 'functions'>): ComparisonLevel {
  const ranks = functions.map((one) => COMPARISON_LEVELS.indexOf(comparisonLevelOf(one)));
  return COMPARISON_LEVELS[Math.max(0, ...ranks)] ?? 'unproven';
}

/** What it is and how strong its evidence is: the first lines, and all that some people read. */
export function headline({ facts, blocked, repairs, after }: PullSubject): string {
  const what = facts.functions.map(introduction).join(' ');
  const said = facts.functions
    .map((one) => comparisonText(one, facts.functions.length > 1))
    .join(' ');
  const held =
    blocked === undefined
      ? []
      : [`**Blocked: it goes no further by itself.** ${shortSentence(blocked, REASON)}`];
  const level = worstComparisonLevel(facts);
  const more = [
    ...(after === undefined ? [] : [`It is built on #${after}, which is to be merged first.`]),
    ...(repairs === 0
      ? []
      : [`An agent has repaired it ${plural(repairs, 'time')} since CI failed.`]),
  ];
  if (level === 'proven' && held.length === 0) {
    return [`${what} ${said}`, ...more].join('\n\n');
  }
  const alert = [...held, said].map((line) => `> ${line}`).join('\n>\n');
  const kind = level === 'partly' && held.length === 0 ? 'WARNING' : 'CAUTION';
  return [`> [!${kind}]\n${alert}`, what, ...more].join('\n\n');
}

function introduction({ name, c_file, rust_symbol, skipped }: MigratedFunction): string {
  const c = `${codeSpan(name)} of ${codeSpan(c_file)}`;
  if (skipped !== undefined) return `${c} needs no Rust: ${shortSentence(skipped, REASON)}`;
  return `Migrates ${c} from C to Rust, as ${codeSpan(rust_symbol)}.`;
}

function comparisonText(one: MigratedFunction, isOneOfSeveral: boolean): string {
  const { name, evidence, skipped } = one;
  const of = isOneOfSeveral ? `${codeSpan(name)}: ` : '';
  if (skipped !== undefined) return `${of}There is no Rust to compare.`;
  switch (evidence.kind) {
    case 'not checked':
      return `${of}**Not compared: the Rust was never run beside the C.** ${shortSentence(evidence.because, REASON)} Only its own tests speak for it: read every line before you merge it.`;
    case 'nothing to compare':
      return `${of}There is nothing to compare: ${shortSentence(evidence.because, REASON)}`;
    case 'different': {
      const { input, c, rust } = evidence;
      return `${of}**The Rust does something else than the C.** For ${codeSpan(cut(input))} the C gives ${codeSpan(cut(c))}, the Rust ${codeSpan(cut(rust))}.`;
    }
    case 'equal': {
      const { lines, coveredLines } = evidence.coverage;
      const same = `gave the same on ${evidence.is_only_input === true ? inputsText(evidence) : plural(evidence.cases, 'input')}`;
      const [unchecked] = evidence.unsafe_reached ? uncheckedText(evidence.unsafe_reached) : [];
      const open = unchecked === undefined ? '' : ` ${shortSentence(unchecked, REASON)}`;
      if (lines === 0) {
        return `${of}**Compared in part.** Both ${same}, but it is unknown which lines of the C they reached.${open}`;
      }
      if (coveredLines < lines) {
        return `${of}**Compared in part.** Both ${same}, but these reached only ${groupedDigits(coveredLines)} of the ${groupedDigits(lines)} lines of the C: compare the others by eye.${open}`;
      }
      if (!isEnough(evidence)) {
        return `${of}**Compared in part.** Both ${same}, which reached every line of the C, but these are few.${open}`;
      }
      if (open !== '') {
        return `${of}**Compared in part.** Both ${same}, which reached every line of the C.${open}`;
      }
      return `${of}**Both ${same}, which reached every line of the C.**`;
    }
  }
}

function cut(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}…`;
}

/** A remark of a repository or model on one line. */
export function remark(text: string): string {
  return shortText(text, REASON);
}
