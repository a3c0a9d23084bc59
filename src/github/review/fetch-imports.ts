import { fetchAnalysesOf, fetchAnalysisSarif } from '../api/code-scanning.ts';
import type { RepositoryCalls } from '../api/repository-client.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { ImportedSarif } from '../isolated-worker/review-change.ts';

/** The commit that is reviewed, as other scanners know it. */
interface ScannedCommit {
  readonly head: string;
  /** As code scanning has it: `refs/pull/7/head`, or that of a branch. */
  readonly ref: string;
  readonly pull?: number | undefined;
  /** What GitHub made of head and base, which workflows of a pull request see. */
  readonly mergeCommit?: string | undefined;
}

/** Results of one tool, a category each: for each language one, say. */
const MAX_RESULTS = 20;

/** Longer ones are not read by whatever imports them. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/**
 * What the scanners that the configuration names have uploaded to code scanning for a commit. What cannot be had is a
 * notice: no review fails for what another program did or did not do.
 * @throws as `Calls`, where GitHub gives no answer
 */
export async function fetchImports(
  { head, ref, pull, mergeCommit }: ScannedCommit,
  { review }: Configuration,
  calls: RepositoryCalls,
): Promise<ImportedSarif> {
  const refs = [ref, ...(pull === undefined ? [] : [`refs/pull/${pull}/merge`])];
  const commits = [head, ...(mergeCommit === undefined ? [] : [mergeCommit])];
  const texts: string[] = [];
  const notices: string[] = [];
  for (const tool of review.import_results) {
    try {
      const analyses = await fetchAnalysesOf(calls, { tool, refs, commits });
      if (analyses.length === 0)
        notices.push(
          `code scanning has no result of ${tool} of this commit; a review that is asked for once it is there takes it in`,
        );
      for (const { id } of analyses.slice(0, MAX_RESULTS)) {
        const text = await fetchAnalysisSarif(calls, id);
        if (text.length <= MAX_CHARACTERS) texts.push(text);
        else notices.push(`a result of ${tool} is not taken in: it has ${text.length} characters`);
      }
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal === undefined) throw thrown;
      notices.push(
        `results of ${tool} are not taken in: code scanning answers with status ${refusal.status}`,
      );
    }
  }
  return { texts, notices };
}
