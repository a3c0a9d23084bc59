import type { ReviewScope } from './review-scope.ts';
import type { ScanOutcome } from './scan.ts';

const NO_MODEL = "No model is configured: this is the static scan's own result.";

/** The first line of a scan's report: who looked, and at what. */
export function scanNotice(outcome: ScanOutcome): string {
  const examined = outcome.files.filter(({ language }) => language !== undefined).length;
  if (outcome.files.length === 0) return `${NO_MODEL} There was no source file to examine.`;
  return `${NO_MODEL} ${count(examined, 'file was', 'files were')} examined.`;
}

/** The first line of a review's report: who looked, at what, and at what nobody did. */
export function reviewNotice(scope: ReviewScope, base: string): string {
  const { changedFiles, changed, affected } = scope;
  if (changedFiles.length === 0) {
    return `${NO_MODEL} No source file differs from ${base}, so nothing was examined.`;
  }
  const functions = count(changed.length, 'changed function', 'changed functions');
  const callers = count(affected.length, 'function that calls them', 'functions that call them');
  return (
    `${NO_MODEL} Examined since ${base}: ${functions} and ${callers}, and the changed lines ` +
    `outside of functions, in ${count(changedFiles.length, 'changed file', 'changed files')}. ` +
    'Not examined: everything else, such as callers further up and the uses of changed types and macros.'
  );
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
