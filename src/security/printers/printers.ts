import type { Report } from '../report/report.ts';
import { toHtml } from './html/page.ts';
import { toJson } from './json.ts';
import { toMarkdown } from './markdown.ts';
import type { ReportFormat } from './report-format.ts';
import { toSarif } from './sarif/sarif.ts';

/** Each printer turns a whole report into the text of one file, and writes nothing. */
export const PRINTERS: Readonly<Record<ReportFormat, (report: Report) => string>> = {
  sarif: toSarif,
  json: toJson,
  markdown: toMarkdown,
  html: toHtml,
};
