import type { Report } from '../report/report.ts';
import { toBadge } from './badge.ts';
import { toCheckstyle } from './checkstyle.ts';
import { toGcc } from './gcc.ts';
import { toGitlab } from './gitlab.ts';
import { toJunit } from './junit.ts';
import type { ExchangeFormat } from './report-format.ts';

/** As `PRINTERS`, for these. */
export const EXCHANGE_PRINTERS: Readonly<Record<ExchangeFormat, (report: Report) => string>> = {
  gitlab: toGitlab,
  junit: toJunit,
  checkstyle: toCheckstyle,
  badge: toBadge,
  gcc: toGcc,
};
