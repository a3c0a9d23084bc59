import type { TaskOutcome } from '../../workspace/process/thread-pool.ts';
import type { ScannedFile } from './scan-file.ts';
import type { ScanTaskResult } from './scan-runner.ts';
import type { SurveyedFile } from './surveyed-file.ts';

/** Why a survey tells only a part of a file. */
const CUT_SHORT = 'there was time for a part of it only';

/** What is known of files that are surveyed in rounds: what the last round tells that was not cut short. */
export class PartSurveys {
  /** Why files were not surveyed, or not whole, by their paths. */
  readonly unsurveyed = new Map<string, string>();
  private readonly known = new Map<string, SurveyedFile | undefined>();

  /** Takes the outcomes of a round, in the order of its files. */
  take(paths: readonly string[], outcomes: readonly TaskOutcome<ScanTaskResult>[]): void {
    for (const [at, path] of paths.entries()) this.takeOne(path, outcomes[at]);
  }

  private takeOne(path: string, outcome: TaskOutcome<ScanTaskResult> | undefined): void {
    const isWhole = this.known.has(path) && !this.unsurveyed.has(path);
    if (outcome === undefined || 'error' in outcome) {
      // The round before knew less of the other files; what it tells holds all the same.
      if (!this.known.has(path)) this.unsurveyed.set(path, outcome?.error ?? 'was not reached');
      return;
    }
    const { result } = outcome;
    if (result.isLate === true && isWhole) return;
    this.known.set(path, 'surveyed' in result ? result.surveyed : undefined);
    if (result.isLate === true) this.unsurveyed.set(path, CUT_SHORT);
    else this.unsurveyed.delete(path);
  }

  /** The surveys of files, in their order. */
  surveyed(paths: readonly string[]): SurveyedFile[] {
    return paths.flatMap((path) => this.known.get(path) ?? []);
  }

  get isComplete(): boolean {
    return this.unsurveyed.size === 0;
  }
}

/** A file that was examined, with the reason why the others were not told what it does. */
export function withSurveyNote(file: ScannedFile, why: string | undefined): ScannedFile {
  if (why === undefined || file.language === undefined) return file;
  const reason =
    `other files were examined without knowing all that this one does (${why}): ` +
    'findings in them may be missing';
  return { ...file, skips: [...file.skips, { file: file.file, reason, failed: true }] };
}
