import { cutText } from '../../agent/cut-text.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { type Evidence, inputsText } from '../../equivalence/evidence/evidence.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { type KnownRecords, layoutText, type TypeLayout } from '../state/type-layout.ts';
import type { FunctionPlan, MigrationStep } from '../steps/step.ts';
import { crateText } from './crate-text.ts';
import { reachedText } from './reached-text.ts';

/** About so many characters are one token of code. */
const CHARACTERS = 3.2;

/** How many characters a share of a window holds. */
export function charactersOf(window: number, share: number): number {
  return Math.max(2000, Math.floor(window * share * CHARACTERS));
}

/**
 * What the prompts say of the C of a step: cut only where a window is small.
 * @param lacking functions that no Rust stands for, since what is given or safe Rust makes them impossible
 * @param isGiven whether an interface is given
 */
export function sourceValues(
  step: MigrationStep,
  window: number,
  lacking: ReadonlySet<string> = new Set(),
  isGiven = true,
): Record<'c_source' | 'c_context', string> {
  const text = step.functions
    .map(({ file, startLine, text: own }) => `/* ${file}:${startLine} */\n${own}`)
    .join('\n\n');
  const contexts = new Set(step.functions.map((one) => one.context).filter((one) => one !== ''));
  const called = blocksOf(step.functions.map((one) => one.called ?? ''));
  const callees = called === '' ? [] : [`/* What it calls: */\n${called}`];
  const missing = step.functions.flatMap((one) => one.callees.filter((name) => lacking.has(name)));
  const context = [...contexts, ...lackingText(missing, isGiven), ...callees].join('\n\n');
  return {
    c_source: cutText(text, charactersOf(window, 0.25)),
    c_context: cutText(context, charactersOf(window, 0.15)) || '(none)',
  };
}

function lackingText(names: readonly string[], isGiven: boolean): string[] {
  if (names.length === 0) return [];
  const all = [...new Set(names)].join(', ');
  const where = isGiven ? 'Under the given interface no Rust' : 'No safe Rust';
  return [
    `/* ${where} can stand for ${all}. What is needed of it here is a private helper with a\n   signature of its own, unless the crate has a function that does it. */`,
  ];
}

/** Texts of several pieces of C, each piece once. */
function blocksOf(texts: readonly string[]): string {
  const blocks = texts.flatMap((text) => text.split(/\n\n(?=\/\* \S+:\d+ \*\/)/));
  return [...new Set(blocks)].filter((block) => block !== '').join('\n\n');
}

export function callerValue(step: MigrationStep, window: number): string {
  const text = step.functions.map(({ callers }) => callers).filter((one) => one !== '');
  return (
    cutText(text.join('\n\n'), charactersOf(window, 0.08)) || '(nothing in the project calls it)'
  );
}

/** Other functions that use the records of a step. */
function typeUsersValue(step: MigrationStep, window: number): string {
  const text = blocksOf(step.functions.map(({ typeUsers = '' }) => typeUsers));
  return cutText(text, charactersOf(window, 0.06)) || '(none)';
}

/** What a planner is told of a step. @param own what is not of the C @param hasTypes whether the types are given */
export function planValues(
  step: MigrationStep,
  window: number,
  own: Readonly<Record<'notes' | 'crate' | 'earlier', string>>,
  hasTypes: boolean,
): Readonly<Record<string, string>> {
  const callers = callerValue(step, window);
  return {
    ...{ ...sourceValues(step, window), callers },
    type_users: hasTypes ? '(the types are given)' : typeUsersValue(step, window),
    ...own,
  };
}

/** What is known beside a crate. */
interface CrateKnowledge {
  readonly layout?: TypeLayout | undefined;
  /** What is known of the fields of C records. */
  readonly records?: KnownRecords | undefined;
  /** Names of items that matter more than others: see `crateText`. */
  readonly needed?: ReadonlySet<string>;
}

/**
 * The crate as its items, those of the files of a step first, below what stands for the types of the C.
 * @param shown whether what is for who plans, or for who writes, is shown as well
 */
export function crateValue(
  parser: SourceParser,
  files: CrateFiles,
  first: readonly string[],
  window: number,
  shown: 'plan' | 'code' | 'neither',
  { layout = { types: [] }, records = {}, needed = new Set() }: CrateKnowledge,
): string {
  const items = crateText(parser, files, {
    ...{ first, maxChars: charactersOf(window, 0.15), hasTestNames: shown === 'code', needed },
  });
  const known = shown === 'plan' ? recordsText(records, layout) : '';
  return [layoutText(layout), known, items].filter((part) => part !== '').join('\n\n');
}

/** What plans before said of records, but for what stands in the layout. */
function recordsText(records: KnownRecords, { types }: TypeLayout): string {
  const laidOut = new Map(types.map(({ c, fields }) => [c, JSON.stringify(fields)]));
  const lines = Object.entries(records)
    .filter(([name, fields]) => JSON.stringify(fields) !== laidOut.get(name))
    .map(([name, fields]) => `// ${name}: ${JSON.stringify(fields)}`);
  const head =
    '// What plans before have said of the fields of C records; it need not be said again.';
  return lines.length === 0 ? '' : [head, ...lines].join('\n');
}

/** A plan as the writer of the code reads it, with what stands for what where both sides are compared. */
export function planText(plans: readonly FunctionPlan[]): string {
  return plans
    .map(({ cName, file, rust, signature, mappingText, skip }) => {
      if (skip !== undefined) return `${cName}: no Rust, because ${skip}`;
      const head = signature === '' ? 'a signature that you choose' : signature;
      const mapping = mappingText === undefined ? '' : JSON.stringify(mappingText);
      const compared = mapping === '' ? '' : `\n    compared with the C by ${mapping}`;
      return `${cName}: ${rust} in ${file}\n    ${head}${compared}`;
    })
    .join('\n');
}

/**
 * What is seen of a function, for a reviewer: nothing that differs from run to run, such as how many
 * inputs the time was enough for.
 */
export function evidenceText(evidence: Evidence): string {
  if (evidence.kind === 'not checked') {
    // What is wrong with the programs that run both is nothing that the Rust can repair.
    const isOurs = / side does not compile: /.test(evidence.because);
    return isOurs ? 'not run side by side' : `not checked, because ${evidence.because}`;
  }
  if (evidence.kind === 'nothing to compare') return `nothing to compare: ${evidence.because}`;
  if (evidence.kind === 'different') return `different on ${evidence.input}`;
  if (evidence.is_only_input === true) return `the same on ${inputsText(evidence)}`;
  const amount = AMOUNTS.find(([least]) => evidence.cases >= least)?.[1] ?? 'a few';
  const reached = reachedText(evidence.coverage);
  const rest =
    reached === '' ? '' : `, but ${reached}: what was not reached was not run side by side`;
  return `the same on ${amount} inputs${rest}`;
}

const AMOUNTS = [
  [1000, 'thousands of'],
  [100, 'hundreds of'],
] as const;
