/** How a report can be written. */
export const REPORT_FORMATS = ['sarif', 'json', 'markdown', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
