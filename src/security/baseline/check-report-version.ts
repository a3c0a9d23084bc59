import { UsageError } from '../../errors.ts';
import { loadVersion } from '../../workspace/version.ts';

/** Three numbers; what stands behind them names a build or a version before that one. */
const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:[-+].*)?$/;

/**
 * Looks whether this program can know what a report of some version says: one of a later version may call rules, severities or
 * states by names that are read here as something else.
 * @param version as the report has it
 * @param own that of this program
 * @throws UsageError for a later version, and for what is none
 */
export function checkReportVersion(version: string, own: string = loadVersion()): void {
  const theirs = numbersOf(version);
  const ours = numbersOf(own) ?? [0, 0, 0];
  if (theirs === undefined)
    throw new UsageError(`it says that version ${quoted(version)} wrote it, which is none`);
  const at = theirs.findIndex((number, index) => number !== ours[index]);
  if (at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0))
    throw new UsageError(
      `Rustward ${version} wrote it, and this is ${own}: use that version, or write the report with this one`,
    );
}

function numbersOf(version: string): readonly number[] | undefined {
  return VERSION.exec(version)?.slice(1).map(Number);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
