import type { Quotas } from '../../jobs/database/quotas.ts';
import type { ReviewHistory } from '../../jobs/database/review-history.ts';
import type { RepositoryClientDeps } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import type { IsolatedWorkerDeps } from '../isolated-worker/run-on-commit.ts';
import type { ReportStore } from '../review/report-store.ts';
import type { InstructionQuotas } from './quotas.ts';

/** What following an instruction takes. */
export interface InstructionDeps extends RepositoryClientDeps, IsolatedWorkerDeps {
  readonly quotas: Quotas;
  /** How often a person may ask; see `DEFAULT_QUOTAS`. */
  readonly limits: InstructionQuotas;
  readonly reports: ReportStore;
  /** What past reviews came to; missing where nothing asks for it. */
  readonly history?: ReviewHistory;
  /** Adds a job that migrates a function. */
  readonly requestMigration: (command: CommandOf<'migrate-function'>) => Promise<void>;
  /** Ends all that was asked for in a repository before a time. */
  readonly stopMigrations: (repository: number, at: Date) => Promise<void>;
  /** Has a pull request reviewed, before long. */
  readonly requestReview: (command: CommandOf<'review-pull-request'>) => Promise<void>;
}
