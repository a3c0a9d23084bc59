import { styleText } from 'node:util';
import type { FixOutcome } from '../../entry/fix/fix-findings.ts';
import type { Check, Fixed } from '../../security/fix/fix-plan.ts';
import { touchedWords } from '../../security/fix/impact-words.ts';
import { count } from '../../security/report/count.ts';
import { oneLine } from './terminal-text.ts';

/** What became of one finding, for a person at a terminal: what was found out, the change, and where it is. */
export function fixText(outcome: FixOutcome, colour: boolean): string {
  const { finding } = outcome;
  const { id, gid, pattern, file, line } = finding;
  const head = `${id} (${gid}): ${oneLine(pattern)} at ${oneLine(file)}:${line}`;
  const title = colour ? styleText('bold', head, { validateStream: false }) : head;
  if (outcome.kind === 'none') return `${title}\n  no fix: ${oneLine(outcome.reason)}\n`;
  const about = [
    ...factsOf(outcome.fix).map((text) => `  ${oneLine(text)}`),
    ...functionsOf(outcome.fix).map((text) => `    ${oneLine(text)}`),
  ];
  // What a file holds may be anything; each line by itself is safe to print.
  const diff = outcome.diff
    .trimEnd()
    .split('\n')
    .map((text) => safeLine(text, colour));
  return `${[title, ...about, '', ...diff, '', `  ${oneLine(endOf(outcome))}`].join('\n')}\n`;
}

/** How many findings came to what. */
export function fixSummary(outcomes: readonly FixOutcome[]): string {
  const words = {
    kept: 'kept',
    shown: 'shown',
    asks: 'not kept',
    refused: 'not kept',
    none: 'without a fix',
  };
  const sums = Map.groupBy(outcomes, ({ kind }) => words[kind]);
  const parts = [...sums].map(([word, own]) => `${own.length} ${word}`);
  return `${count(outcomes.length, 'finding')}: ${parts.join(', ')}`;
}

function factsOf({ explanation, built, tested, linted, impact }: Fixed): string[] {
  const { risk } = impact;
  return [
    explanation,
    `built: ${checkText(built)}`,
    `tested: ${checkText(tested)}`,
    ...(linted === undefined
      ? []
      : [
          `new warnings of the compiler: ${linted.state === 'passed' ? 'none' : checkText(linted)}`,
        ]),
    'scanned again: the finding is gone, and none of its rank has come',
    `impact: ${count(impact.added_lines, 'line')} added, ${impact.deleted_lines} deleted; risk ${risk.level}: ${risk.reasons.join('; ')}`,
  ];
}

function functionsOf({ impact: { functions, more_functions: more } }: Fixed): string[] {
  return [
    ...functions.map((fn) => `${fn.name} (${fn.file}): ${touchedWords(fn, (name) => name)}`),
    ...(more === 0 ? [] : [`and ${count(more, 'more function')}`]),
  ];
}

function checkText({ state, detail }: Check): string {
  return `${{ passed: 'yes', failed: 'no', 'not run': 'not done' }[state]}, ${detail}`;
}

function safeLine(text: string, colour: boolean): string {
  const indent = /^[-+ ]?\s*/.exec(text)?.[0].replaceAll('\t', '    ') ?? '';
  const shown =
    `${indent}${oneLine(text.slice(/^[-+ ]?\s*/.exec(text)?.[0].length ?? 0))}`.trimEnd();
  if (!colour || !/^[-+]/.test(text)) return shown;
  return styleText(text.startsWith('+') ? 'green' : 'red', shown, { validateStream: false });
}

function endOf(outcome: Exclude<FixOutcome, { kind: 'none' }>): string {
  const files = outcome.fix.files.map(({ path }) => path).join(' ');
  switch (outcome.kind) {
    case 'kept':
      return `kept, not committed; git restore ${files} takes it back`;
    case 'shown':
      return 'shown only: nothing was written';
    case 'asks':
      return `not kept: ${outcome.why}; --yes keeps it all the same`;
    case 'refused':
      return `not kept: ${outcome.why}`;
  }
}
