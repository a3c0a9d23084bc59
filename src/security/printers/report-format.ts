/** How a report can be written. */
export const REPORT_FORMATS = ['sarif', 'json', 'markdown', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What other programs show of a report: not all of it, in forms of their own. */
export const EXCHANGE_FORMATS = ['gitlab', 'junit', 'checkstyle', 'badge', 'gcc'] as const;
export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number];
