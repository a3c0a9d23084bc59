import { codeSpan, quotedText } from '../../../page/markdown-text.ts';
import type { CommandOf } from '../../commands/command.ts';
import type { SurveyedFunction } from '../../isolated-worker/survey.ts';
import { namesOf } from '../instructions/selection-answer.ts';
import type { ProposalOutcome } from './propose-step.ts';

/** How it ended for the dashboard. */
export type FunctionEnd =
  | { readonly kind: 'ended'; readonly reason?: string }
  | { readonly kind: 'put off' };

export function endOf(
  outcome: ProposalOutcome,
  { reason }: CommandOf<'migrate-function'>,
): FunctionEnd {
  switch (outcome.kind) {
    case 'open':
    case 'closed':
      return { kind: 'ended' };
    case 'others':
      return { kind: 'ended', reason: `Another person has written to ${outcome.branch}.` };
    case 'too many':
      // Who wrote a comment was told to ask again.
      return reason === 'ticked' ? { kind: 'put off' } : { kind: 'ended' };
    case 'not done':
      return { kind: 'ended', reason: outcome.reason.slice(0, 4000) };
  }
}

/** What became of a step, in Markdown. */
export function outcomeText(step: readonly SurveyedFunction[], outcome: ProposalOutcome): string {
  const names = namesOf(step);
  switch (outcome.kind) {
    case 'open':
      return outcome.isNew
        ? `${names} is migrated in draft pull request #${outcome.pull}.`
        : `${names} is in pull request #${outcome.pull}.`;
    case 'others':
      return `${names}: another person has written to ${codeSpan(outcome.branch)}, so it stays as it is.`;
    case 'closed':
      return `${names}: pull request #${outcome.pull} was closed, so it is not proposed again. \`/migrate retry ${step[0]?.name ?? ''}\` asks for it.`;
    case 'too many':
      return `${names} waits: ${outcome.open} pull requests of the migration are open, and no more than that are wanted at once. Merge or close one, then ask again.`;
    case 'not done':
      return `${names} could not be migrated. ${quotedText(outcome.reason)}`;
  }
}
