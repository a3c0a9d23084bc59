import { join, relative } from 'node:path';
import { EXCHANGE_PRINTERS } from '../../security/printers/exchange-formats.ts';
import { toGcc } from '../../security/printers/gcc.ts';
import { PRINTERS } from '../../security/printers/printers.ts';
import type { Report } from '../../security/report/report.ts';
import { writeNamedFile } from '../../workspace/files/atomic-file.ts';
import type { Format, ReportTarget } from './report-target.ts';
import { textReport } from './text-report.ts';

const ALL_PRINTERS = { ...PRINTERS, ...EXCHANGE_PRINTERS };

/**
 * @param home the folder that the report names files from
 * @throws UsageError when a file cannot be written
 */
export function writeOutputs(
  report: Report,
  targets: readonly ReportTarget[],
  home?: string,
): void {
  for (const { format, file } of targets)
    writeNamedFile(file, printReport(report, format, { home }));
}

/**
 * @param home the folder that the report names files from: what compilers print is named from the current folder on, where
 *   editors look for it
 */
export function printReport(
  report: Report,
  format: Format,
  { colour = false, home }: { readonly colour?: boolean; readonly home?: string | undefined } = {},
): string {
  if (format === 'text') return textReport(report, colour);
  if (format === 'gcc' && home !== undefined)
    return toGcc(report, (file) => relative(process.cwd(), join(home, file)));
  return ALL_PRINTERS[format](report);
}
