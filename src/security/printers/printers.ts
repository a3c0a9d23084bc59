import type { Report } from '../report/report.ts';
import { toHtml } from './html/page.ts';
import { toJson } from './json.ts';
import { toMarkdown } from './markdown.ts';
import { toSarif } from './sarif/sarif.ts';

/** How a report can be written. */
export const REPORT_FORMATS = ['sarif', 'json', 'markdown', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Each printer turns a whole report into the text of one file, and writes nothing. */
export const PRINTERS: Readonly<Record<ReportFormat, (report: Report) => string>> = {
  sarif: toSarif,
  json: toJson,
  markdown: toMarkdown,
  html: toHtml,
};
