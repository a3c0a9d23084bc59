import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { EXCHANGE_FORMATS, REPORT_FORMATS } from '../../security/printers/report-format.ts';
import { checkWritable } from '../../workspace/files/atomic-file.ts';

export const FORMATS = [...REPORT_FORMATS, ...EXCHANGE_FORMATS, 'text'] as const;
export type Format = (typeof FORMATS)[number];

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
