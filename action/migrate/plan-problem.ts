import type { MigrationPlan } from '../../src/github/isolated-worker/migration-plan.ts';
import { planRefusal } from '../../src/github/migrate/pulls/refused-file.ts';
import type { Attempt } from './choose-steps.ts';
import type { MigrationSettings } from './migration-settings.ts';

/** Why a plan is not believed, which comes from a process that read untrusted text. */
export function planProblem(
  plan: MigrationPlan,
  { functions }: Pick<Attempt, 'functions'>,
  {
    head,
    settings,
  }: {
    readonly head: string;
    readonly settings: Pick<MigrationSettings, 'project' | 'crate'>;
  },
): string | undefined {
  if (plan.kind !== 'ready' && plan.kind !== 'set-up') return undefined;
  if (plan.base !== head) return 'it is for another commit';
  const planned = plan.kind === 'ready' ? plan.functions : [];
  const areWanted = planned.every((one) =>
    functions.some(({ name, file }) => name === one.name && file === one.file),
  );
  const isSetUpWanted = functions.length === 0;
  if (!areWanted || isSetUpWanted !== (plan.kind === 'set-up')) {
    return 'it is about something else';
  }
  return planRefusal(plan, settings);
}
