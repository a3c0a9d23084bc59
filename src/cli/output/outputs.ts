import { EXCHANGE_PRINTERS } from '../../security/printers/exchange-formats.ts';
import { PRINTERS } from '../../security/printers/printers.ts';
import type { Report } from '../../security/report/report.ts';
import { writeNamedFile } from '../../workspace/files/atomic-file.ts';
import type { Format, ReportTarget } from './report-target.ts';
import { textReport } from './text-report.ts';

const ALL_PRINTERS = { ...PRINTERS, ...EXCHANGE_PRINTERS };

/** @throws UsageError when a file cannot be written */
export function writeOutputs(report: Report, targets: readonly ReportTarget[]): void {
  for (const { format, file } of targets) writeNamedFile(file, printReport(report, format));
}

export function printReport(report: Report, format: Format, colour = false): string {
  return format === 'text' ? textReport(report, colour) : ALL_PRINTERS[format](report);
}
