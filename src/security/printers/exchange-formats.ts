import type { Report } from '../report/report.ts';
import { toBadge } from './badge.ts';
import { toGitlab } from './gitlab.ts';
import { toJunit } from './junit.ts';

/** What other programs show of a report: not all of it, in forms of their own. */
export const EXCHANGE_FORMATS = ['gitlab', 'junit', 'badge'] as const;
export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number];

/** As `PRINTERS`, for these. */
export const EXCHANGE_PRINTERS: Readonly<Record<ExchangeFormat, (report: Report) => string>> = {
  gitlab: toGitlab,
  junit: toJunit,
  badge: toBadge,
};
