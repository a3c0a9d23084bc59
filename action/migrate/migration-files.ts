import { extname, join, resolve } from 'node:path';
import { projectStatus } from '../../src/entry/migrate/migration-status.ts';
import { UsageError } from '../../src/errors.ts';
import { statusHtml } from '../../src/migration/status/page/status-html.ts';
import { statusJson } from '../../src/migration/status/status-json.ts';
import { checkWritable, writeNamedFile } from '../../src/workspace/files/atomic-file.ts';
import { loadVersion } from '../../src/workspace/version.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Job } from '../runner/job.ts';

/** What files of a run can hold, by their endings. */
export interface MigrationTexts {
  /** The page and the record that `rustward migrate status` makes. */
  readonly '.html': string;
  readonly '.json': string;
  /** The page of the run. */
  readonly '.md': string;
  /** For `git apply`: what the run proposes. */
  readonly '.patch': string;
}

type Ending = keyof MigrationTexts;

const ENDINGS: readonly Ending[] = ['.html', '.json', '.md', '.patch'];

/**
 * The files that the input report-file names, or some in the runner's temporary folder: absolute paths,
 * the page of the status first. They are checked before the work, so that none is done for nothing.
 * @throws UsageError for a file that cannot be written, or whose ending says no format
 */
export function migrationFiles(
  { reportFiles, migration }: Pick<Inputs, 'reportFiles' | 'migration'>,
  job: Pick<Job, 'workspace' | 'temporaryFolder'>,
): readonly [string, ...string[]] {
  const named = reportFiles.map((file) => resolve(job.workspace, file));
  const [first = join(job.temporaryFolder, 'rustward.html'), ...more] = named;
  const files: [string, ...string[]] = [first, ...more];
  const hasPatch = files.some((file) => endingOf(file) === '.patch');
  if (!migration.pullRequests && !hasPatch) {
    files.push(join(job.temporaryFolder, 'rustward.patch'));
  }
  for (const file of files) {
    endingOf(file);
    checkWritable(file);
  }
  return files;
}

/**
 * How far the default branch is, as `rustward migrate status` tells it.
 * @param project its folder, in which a scan has left its artifacts
 */
export async function statusTexts(
  project: string,
): Promise<Pick<MigrationTexts, '.html' | '.json'>> {
  const { state, drawGraph } = await projectStatus(project);
  return {
    '.html': statusHtml(state, loadVersion(), await drawGraph()),
    '.json': statusJson(state),
  };
}

/** @throws UsageError when a file cannot be written */
export function writeMigrationFiles(files: readonly string[], texts: MigrationTexts): void {
  for (const file of files) writeNamedFile(file, texts[endingOf(file)]);
}

function endingOf(file: string): Ending {
  const ending = ENDINGS.find((one) => one === extname(file).toLowerCase());
  if (ending !== undefined) return ending;
  throw new UsageError(
    `the input report-file names ${file}: its ending must be one of ${ENDINGS.join(', ')}`,
  );
}
