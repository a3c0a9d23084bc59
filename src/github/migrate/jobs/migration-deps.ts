import type { CommandOf } from '../../commands/command.ts';
import type { InstructionDeps } from '../../permissions/instruction-deps.ts';
import type { PlanStore } from './plan-store.ts';

/** What carrying functions over on GitHub takes. */
export interface MigrationDeps extends InstructionDeps {
  /** Has the dashboard brought up to date, before long. */
  readonly updateDashboard: (command: CommandOf<'update-dashboard'>) => Promise<void>;
  readonly plans: PlanStore;
  /** When somebody last said stop in a repository; undefined where nobody has. */
  readonly stoppedAt: (repository: number) => Promise<Date | undefined>;
}
