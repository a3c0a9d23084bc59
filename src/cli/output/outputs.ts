import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { EXCHANGE_FORMATS, EXCHANGE_PRINTERS } from '../../security/printers/exchange-formats.ts';
import { PRINTERS, REPORT_FORMATS } from '../../security/printers/printers.ts';
import type { Report } from '../../security/report/report.ts';
import { checkWritable, writeNamedFile } from '../../workspace/files/atomic-file.ts';
import { textReport } from './text-report.ts';

export const FORMATS = [...REPORT_FORMATS, ...EXCHANGE_FORMATS, 'text'] as const;
export type Format = (typeof FORMATS)[number];

const ALL_PRINTERS = { ...PRINTERS, ...EXCHANGE_PRINTERS };

/** A report that goes to a file. */
export interface ReportTarget {
  readonly format: Format;
  readonly file: string;
}

/** @throws UsageError when a file cannot be written, or two reports go to one file */
export function checkOutputs(targets: readonly ReportTarget[]): void {
  const seen = new Set<string>();
  for (const { file } of targets) {
    const path = resolve(file);
    if (seen.has(path)) throw new UsageError(`two reports cannot both go to ${file}`);
    seen.add(path);
    checkWritable(file);
  }
}

/** @throws UsageError when a file cannot be written */
export function writeOutputs(report: Report, targets: readonly ReportTarget[]): void {
  for (const { format, file } of targets) writeNamedFile(file, printReport(report, format));
}

export function printReport(report: Report, format: Format, colour = false): string {
  return format === 'text' ? textReport(report, colour) : ALL_PRINTERS[format](report);
}
