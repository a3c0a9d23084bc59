import type { Quotas } from '../../jobs/quotas.ts';
import type { CommandOf } from '../command.ts';
import type { ReadingDeps } from '../review/read-change.ts';
import type { ReportShelf } from '../review/report-shelf.ts';
import type { AccessDeps } from './access.ts';
import type { InstructionQuotas } from './quotas.ts';

/** What following an instruction takes. */
export interface InstructionDeps extends AccessDeps, ReadingDeps {
  readonly quotas: Quotas;
  /** How often somebody may ask; see `DEFAULT_QUOTAS`. */
  readonly limits: InstructionQuotas;
  readonly shelf: ReportShelf;
  /** Has a function carried over, before long. */
  readonly requestMigration: (command: CommandOf<'migrate-function'>) => Promise<void>;
  /** Ends all that was asked for in a repository before a time. */
  readonly stopMigrations: (repository: number, at: Date) => Promise<void>;
  /** Has a pull request reviewed, before long. */
  readonly requestReview: (command: CommandOf<'review-pull-request'>) => Promise<void>;
}
