import type { CommandOf } from '../../commands/command.ts';
import type { Notices } from '../../notices/notice.ts';
import type { InstructionDeps } from '../../permissions/instruction-deps.ts';
import type { PlanStore } from './plan-store.ts';

/** What it takes to migrate functions on GitHub. */
export interface MigrationDeps extends InstructionDeps {
  /** Has the dashboard brought up to date, before long. */
  readonly updateDashboard: (command: CommandOf<'update-dashboard'>) => Promise<void>;
  readonly plans: PlanStore;
  /** Tells people in chats; missing where there are none. */
  readonly notices?: Notices;
  /** When a person last said stop in a repository; undefined where that was never said. */
  readonly stoppedAt: (repository: number) => Promise<Date | undefined>;
}
