import { extname, join, resolve } from 'node:path';
import { UsageError } from '../../src/errors.ts';
import { EXCHANGE_PRINTERS } from '../../src/security/printers/exchange-formats.ts';
import { PRINTERS } from '../../src/security/printers/printers.ts';
import type { ExchangeFormat, ReportFormat } from '../../src/security/printers/report-format.ts';
import type { Report } from '../../src/security/report/report.ts';
import { checkWritable, writeNamedFile } from '../../src/workspace/files/atomic-file.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Job } from '../runner/job.ts';

type Format = ReportFormat | ExchangeFormat;

const ALL_PRINTERS = { ...PRINTERS, ...EXCHANGE_PRINTERS };

const FORMATS: Readonly<Record<string, Format>> = {
  '.html': 'html',
  '.json': 'json',
  '.md': 'markdown',
  '.sarif': 'sarif',
  '.svg': 'badge',
  '.xml': 'junit',
};

/** Where reports go: absolute paths. */
export interface ReportFiles {
  readonly sarif: string;
  /** At least one. */
  readonly reports: readonly [string, ...string[]];
}

/**
 * The files that the inputs name, or some in the runner's temporary folder. They are checked before
 * the work, so that none is done for nothing.
 * @throws UsageError for a file that cannot be written, or whose ending says no format
 */
export function reportFiles({ sarifFile, reportFiles }: Inputs, job: Job): ReportFiles {
  const named = (file: string) => resolve(job.workspace, file);
  const [first = join(job.temporaryFolder, 'rustward.html'), ...more] = reportFiles.map(named);
  const sarif =
    sarifFile === undefined ? join(job.temporaryFolder, 'rustward.sarif') : named(sarifFile);
  for (const file of [first, ...more]) formatOf(file);
  for (const file of [sarif, first, ...more]) checkWritable(file);
  return { sarif, reports: [first, ...more] };
}

/** @throws UsageError when a file cannot be written */
export function writeReportFiles(report: Report, { sarif, reports }: ReportFiles): void {
  writeNamedFile(sarif, PRINTERS.sarif(report));
  for (const file of reports) writeNamedFile(file, ALL_PRINTERS[formatOf(file)](report));
}

function formatOf(file: string): Format {
  const format = FORMATS[extname(file).toLowerCase()];
  if (format !== undefined) return format;
  const known = Object.keys(FORMATS).join(', ');
  throw new UsageError(`the input report-file names ${file}: its ending must be one of ${known}`);
}
