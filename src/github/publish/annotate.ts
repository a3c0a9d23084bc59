import { type CheckAnnotation, fetchCheckRun, updateCheckRun } from '../api/checks.ts';
import type { RepositoryCalls } from '../api/repository-client.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import type { Annotation } from '../publication-plan/publication-plan.ts';
import { type OpenCheck, outputOf } from './check-run.ts';

/** GitHub takes so many in one request, and adds them to those that are there. */
const MAX_PER_CALL = 50;

/**
 * Adds annotations to a check run that has none, 50 at a time.
 * @returns what GitHub had against it; undefined when all are there
 */
export async function addAnnotations(
  client: RepositoryCalls,
  check: OpenCheck,
  said: { readonly title: string; readonly summary: string },
  annotations: readonly Annotation[],
): Promise<string | undefined> {
  for (let from = 0; from < annotations.length; from += MAX_PER_CALL) {
    const page = annotations.slice(from, from + MAX_PER_CALL).map(annotationOf);
    try {
      const change = { status: 'in_progress', ...outputOf(said), annotations: page } as const;
      await updateCheckRun(client, check.id, change, async () => {
        const now = await fetchCheckRun(client, check.id);
        return now.annotations >= from + page.length ? true : undefined;
      });
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal === undefined) throw thrown;
      return refusal.message;
    }
  }
  return undefined;
}

function annotationOf({ level, path, start_line, end_line, ...rest }: Annotation): CheckAnnotation {
  const { start_column, end_column, title, message } = rest;
  // GitHub takes columns on one line only.
  const columns = start_line === end_line && {
    ...(start_column !== undefined && { start_column }),
    ...(end_column !== undefined && { end_column }),
  };
  const place = { path, start_line, end_line: Math.max(start_line, end_line), ...columns };
  return { ...place, annotation_level: level, title, message };
}
