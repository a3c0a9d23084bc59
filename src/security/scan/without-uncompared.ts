import type { Skip } from '../../workspace/files/skip.ts';
import type { FileDifference } from '../../workspace/git/diff-ranges.ts';
import { isOfDeadline } from '../../workspace/process/deadline.ts';
import { isTooLong } from '../../workspace/process/task-clock.ts';
import { NO_TIME_FOR } from './cut-notes.ts';
import { ANALYSIS_FAILED, failedAnalysis, type ScannedFile } from './scan-file.ts';

/**
 * The files of the head without what was not reached in time in the base, whole files or single functions: what is found
 * there would all count as new, though nothing but the clock says so.
 */
export function withoutUncompared(
  files: readonly ScannedFile[],
  base: readonly ScannedFile[],
  differences: readonly FileDifference[],
): readonly ScannedFile[] {
  const late = new Map(
    base.filter(({ skips }) => skips.some(isLate)).map((file) => [file.file, file]),
  );
  if (late.size === 0) return files;
  const oldPaths = new Map(differences.map(({ path, oldPath }) => [path, oldPath]));
  return files.map((one) => {
    const before = late.get(oldPaths.get(one.file) ?? one.file);
    if (before === undefined || one.language === undefined) return one;
    if (before.language !== undefined) return withoutLateFunctions(one, before);
    const why = before.skips.find(isLate)?.reason.replace(ANALYSIS_FAILED, '');
    return failedAnalysis(one.file, `what it was before could not be examined: ${why}`);
  });
}

/** A file without what is found in functions for which there was no time in the base. */
function withoutLateFunctions(file: ScannedFile, before: ScannedFile): ScannedFile {
  const lines = before.skips.filter(isLate).flatMap((skip) => skip.lines ?? []);
  const names = new Set(
    before.functions
      .filter((fn) => lines.some(({ first, last }) => first <= fn.endLine && fn.line <= last))
      .map(({ name }) => name),
  );
  const drafts = file.drafts.filter((draft) => !names.has(draft.function));
  if (drafts.length === file.drafts.length) return file;
  const which = [...names].slice(0, MAX_NAMED).map((name) => `\`${name}\``);
  const more = names.size > MAX_NAMED ? ` and ${names.size - MAX_NAMED} more` : '';
  const reason =
    `${NO_TIME_FOR} what ${which.join(', ')}${more} did before: ` +
    'what is found there now is not compared, and findings may be missing';
  return { ...file, drafts, skips: [...file.skips, { file: file.file, reason, failed: true }] };
}

/** So many functions are named. */
const MAX_NAMED = 3;

function isLate({ reason }: Skip): boolean {
  return isOfDeadline(reason) || isTooLong(reason) || reason.startsWith(NO_TIME_FOR);
}
