import { codeSpan, plainText, quotedText } from '../../page/markdown-text.ts';
import { gateText } from '../../security/report/gate.ts';
import { groupCandidates } from '../../security/report/groups.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';
import { openWriteClient } from '../api/write-client.ts';
import { type Dismissal, dismissalWords } from '../dismissals/dismissal.ts';
import { fetchDismissalHistory, newestDismissals } from '../dismissals/fetch-dismissals.ts';
import { recordSuppression } from '../dismissals/record-suppression.ts';
import { resolveThreads } from '../dismissals/resolve-threads.ts';
import { updateAlert } from '../dismissals/update-alert.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import type { PermittedCommand } from '../permissions/permitted-command.ts';
import { lastReview, NO_REVIEW } from './explain.ts';
import { findFinding, unknownFinding } from './find-finding.ts';
import { updateCheck } from './update-check.ts';

/** What is to be decided. */
export type DismissalRequest = Pick<Dismissal, 'key' | 'state' | 'reason'>;

/**
 * Settles a finding, or opens it again. What makes that last is the signed record in our answer:
 * each later review of the pull request reads it. The rest (check, thread, alert, file) follows from
 * the records, so that it comes out right in whatever order decisions are carried out.
 */
export async function dismissFinding(
  permitted: PermittedCommand,
  decision: DismissalRequest,
  deps: InstructionDeps,
): Promise<void> {
  const { access, command, pull, conversation, created } = permitted;
  const stored = lastReview(deps.reports, command.repository, pull);
  if (stored === undefined) return await conversation.say(NO_REVIEW);
  const candidate = findFinding(decision.key, stored.report);
  if (candidate === undefined) {
    const answer = await unknownFinding(decision.key, stored, access, pull.number);
    return await conversation.say(answer);
  }
  if (decision.state !== 'open' && decision.reason.trim() === '') {
    return await conversation.say('Please give a reason: those who read this later need it.');
  }
  const record = recordOf(candidate, decision, command.user.login, created);
  const isRetry = conversation.isAnswered;
  conversation.storeDismissal(dismissalWords(record));
  await conversation.say(`${headline(record)} …`);
  if (!isRetry) deps.watch?.decided(record.rule, record.state);

  const history = await fetchDismissalHistory(access, pull.number);
  const records = newestDismissals(history);
  const newest = records.find(({ key }) => key === record.key) ?? record;
  if (newest.at > record.at) {
    return await conversation.say(
      `${headline(record)} But a newer decision stands: ${headline(newest)}`,
    );
  }
  const effects: string[] = [];
  if (record.state === 'open' && candidate.suppression !== undefined) {
    await deps.requestReview({
      ...{ kind: 'review-pull-request', repository: command.repository, reason: 'asked' },
      ...{ installation: command.installation, pull: pull.number, head: pull.head },
    });
    effects.push(
      `It is also suppressed in the code or on the base branch, so a review was asked for.`,
    );
  }
  const report = await updateCheck(command, access, pull, stored, records, isRetry, deps);
  effects.push(checkSaid(report));
  const writer = await openWriteClient(command, deps);
  const isClosed = record.state !== 'open';
  const isSo = await resolveThreads(access, writer, pull.number, record.key, isClosed);
  if (isSo !== undefined) effects.push(isSo ? THREADS[record.state] : THREAD_LEFT);
  const alert = await updateAlert(access, pull.number, candidate, record);
  if (alert !== undefined) effects.push(plainText(`${alert}.`));
  const same = history.filter(({ key }) => key === record.key);
  // A commit on a contributor's branch starts CI anew.
  const committer = stored.settle === 'commit' ? writer : undefined;
  effects.push(await recordSuppression(committer, pull, record, same));
  const lines = effects.filter((line) => line !== '').map((line) => `- ${line}`);
  await conversation.say([headline(record), lines.join('\n')].join('\n\n'));
}

function recordOf(
  { pattern: rule, file, fingerprint, digest, function: name, evidence: code }: ReportedCandidate,
  decision: DismissalRequest,
  by: string,
  at: string,
): Dismissal {
  const bound = digest !== undefined && { digest, function: name, code };
  return { ...decision, rule, file, fingerprint, ...bound, by, at };
}

/** What has become of the check, and what fails it. */
function checkSaid(report: Report | undefined): string {
  if (report === undefined) return CHECKS.later;
  const why = gateText(report, groupCandidates(report.candidates));
  return [CHECKS[report.verdict], why].filter((text) => text !== '').join(' ');
}

const CHECKS = {
  clean: 'The check is green: nothing else reaches its threshold.',
  findings: 'The check is up to date: findings reach its threshold.',
  inconclusive: 'The check is up to date: not everything could be examined.',
  later: 'The newest commit is not reviewed yet: its check will count this.',
};

const THREADS = {
  ...{ 'false-positive': 'Its thread is resolved.', accepted: 'Its thread is resolved.' },
  open: 'Its thread is open again.',
};

const THREAD_LEFT =
  'Its thread is as it was: GitHub lets only apps that may write contents change that.';

function headline({ key, state, reason, by }: Dismissal): string {
  const what = {
    'false-positive': 'is settled as a false positive',
    accepted: 'is settled: the risk is accepted',
    open: 'is open again',
  }[state];
  const why = reason === '' ? '' : `: ${quotedText(reason)}`;
  return `Finding ${codeSpan(key)} ${what}, says ${codeSpan(by)}${why}${/[.!?]$/.test(why) ? '' : '.'}`;
}
