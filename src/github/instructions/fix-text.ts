import { codeBlock, codeSpan, proseText } from '../../page/markdown-text.ts';
import { onOneLine } from '../../page/visible-text.ts';
import type { Check, Fixed } from '../../security/fix/fix-plan.ts';
import { impactText } from './impact-text.ts';

/** What a fix is, and what is known of it, in Markdown. */
export function fixText(key: string, fix: Fixed): string {
  const { explanation, built, tested, linted, impact } = fix;
  return [
    `**Fix of ${codeSpan(key)}**`,
    proseText(onOneLine(explanation)),
    [
      `- Built: ${checkText(built)}`,
      `- Tested: ${checkText(tested)}`,
      ...(linted === undefined ? [] : [`- New warnings of the compiler: ${warningsText(linted)}`]),
      '- Scanned again: the finding is gone, and none of its rank has come.',
    ].join('\n'),
    impactText(impact),
    'A model wrote this change. Read it before you take it.',
  ].join('\n\n');
}

function checkText({ state, detail }: Check): string {
  const words = { passed: 'yes', failed: '**no**', 'not run': '**not done**' };
  return `${words[state]}, ${codeSpan(detail)}`;
}

function warningsText({ state, detail }: Check): string {
  return state === 'passed' ? `none, ${codeSpan(detail)}` : checkText({ state, detail });
}

/** Why a fix that takes much away is no commit yet, and how it becomes one. */
export function askForApproval(key: string, deletedLines: number): string {
  return (
    `It deletes ${deletedLines} lines. So much is not proposed by itself: nothing was committed. ` +
    `\`/rustward fix ${key} approve\` has it made again, and opens a draft pull request with it.`
  );
}

/** The lines of a short fix as a suggestion that a click commits. */
export function suggestionBlock(replacement: string): string {
  const longest = Math.max(2, ...(replacement.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}suggestion\n${replacement}\n${fence}`;
}

/** A fix that a person has to type in. */
export function fixByHand({ hunk, files }: Fixed): string {
  if (hunk === undefined) {
    const paths = files.map(({ path }) => codeSpan(path)).join(', ');
    return `The change of ${paths} is longer than what fits here, and the App cannot open a pull request for it.`;
  }
  const { path, start_line: from, end_line: to, replacement } = hunk;
  const lines = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  return `In ${codeSpan(path)}, in place of ${lines}:\n\n${codeBlock(replacement.split('\n'))}`;
}
