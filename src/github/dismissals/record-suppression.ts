import { UsageError } from '../../errors.ts';
import { codeSpan } from '../../page/markdown-text.ts';
import { printEntry, withEntry, withoutEntry } from '../../security/selection/suppression-edit.ts';
import { SUPPRESSION_FILE, suppressionEntry } from '../../security/selection/suppression-file.ts';
import { fetchBranchFile, writeBranchFile } from '../api/contents.ts';
import type { PullRequest } from '../api/pulls.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import { inertText } from '../text/inert-text.ts';
import type { Dismissal } from './dismissal.ts';

/** A push in between makes a try worthless. */
const MAX_ATTEMPTS = 3;

/**
 * Writes a decision into the file of suppressions on the branch of a pull request, or takes it out,
 * so that it lasts beyond the merge.
 * @param access with a token that writes contents; undefined where nothing is to be committed
 * @returns what came of it, in Markdown sentences
 */
export async function recordSuppression(
  access: RepositoryClient | undefined,
  pull: PullRequest,
  record: Dismissal,
  earlier: readonly Dismissal[],
): Promise<string> {
  const file = codeSpan(SUPPRESSION_FILE);
  const byHand =
    record.state === 'open'
      ? `Where ${file} has an entry of it, please remove it.`
      : `To keep it beyond the merge, add this line to ${file}: ${codeSpan(printEntry(suppressionEntry(record)))}`;
  if (access === undefined || !pull.isOwnBranch || pull.state !== 'open') return byHand;
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const result = await tryToRecord(access, pull, record, earlier);
      if (result === 'changed') {
        const branch = `${file} on the branch of this pull request`;
        return record.state === 'open'
          ? `Its entry in ${branch} is gone.`
          : `${branch} says so from now on.`;
      }
      if (result === 'same') return record.state === 'open' ? '' : `${file} on the branch says so.`;
    }
    return byHand;
  } catch (thrown) {
    if (thrown instanceof UsageError) return `${byHand} (The file on the branch cannot be read.)`;
    // The branch is protected, or gone.
    if (REFUSED.includes(refusalOf(thrown)?.status ?? 0)) return byHand;
    throw thrown;
  }
}

const REFUSED = [403, 404, 422];

/** @returns undefined when the branch was written to in between */
async function tryToRecord(
  access: RepositoryClient,
  pull: PullRequest,
  record: Dismissal,
  earlier: readonly Dismissal[],
): Promise<'changed' | 'same' | undefined> {
  const before = await fetchBranchFile(access, SUPPRESSION_FILE, pull.branch);
  const text = editSuppressions(before?.text, record, earlier);
  if (text === before?.text || text === undefined) return 'same';
  try {
    const change = { text, message: commitMessage(record, pull), before: before?.sha };
    await writeBranchFile(access, SUPPRESSION_FILE, pull.branch, change);
    return 'changed';
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 409) return undefined;
    throw thrown;
  }
}

/** The file with the decision, and without those on the same finding that it replaces. */
function editSuppressions(
  text: string | undefined,
  record: Dismissal,
  earlier: readonly Dismissal[],
): string | undefined {
  const entry = record.state === 'open' ? undefined : suppressionEntry(record);
  const printed = entry && printEntry(entry);
  const replaced = earlier
    .filter(({ state }) => state !== 'open')
    .map((one) => suppressionEntry(one))
    .filter((one) => printEntry(one) !== printed);
  const cleared =
    text === undefined ? text : replaced.reduce((rest, one) => withoutEntry(rest, one), text);
  return entry === undefined ? cleared : withEntry(cleared, entry);
}

const TITLES = {
  'false-positive': 'Settle a finding as a false positive',
  accepted: 'Settle a finding as an accepted risk',
  open: 'Open a settled finding again',
};

function commitMessage(
  { key, state, rule, file, reason, by }: Dismissal,
  { number }: PullRequest,
): string {
  const why = reason === '' ? [] : [`Reason: ${inertText(reason)}`];
  return [
    `${TITLES[state]} (${key})`,
    '',
    `Finding: ${inertText(rule)} in ${inertText(file)}`,
    ...why,
    `Decided by ${by} on pull request ${number}.`,
  ].join('\n');
}
