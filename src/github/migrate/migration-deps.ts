import type { CommandOf } from '../command.ts';
import type { InstructionDeps } from '../instructions/instruction-deps.ts';
import type { PlanShelf } from './plan-shelf.ts';

/** What carrying functions over on GitHub takes. */
export interface MigrationDeps extends InstructionDeps {
  /** Has the dashboard brought up to date, before long. */
  readonly updateDashboard: (command: CommandOf<'update-dashboard'>) => Promise<void>;
  readonly plans: PlanShelf;
  /** When somebody last said stop in a repository; undefined where nobody has. */
  readonly stoppedAt: (repository: number) => Promise<Date | undefined>;
}
