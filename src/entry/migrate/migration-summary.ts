import type { RunSummary } from '../../telemetry/run-observer.ts';
import type { MigratedProject } from './migrate-project.ts';

/** What came of a migration, in numbers; of one that failed nothing is known. */
export function migrationSummary(migrated: MigratedProject | undefined): RunSummary {
  if (migrated === undefined) return { verdict: 'failed', functions: new Map() };
  const { outcomes, notRun, stopped, paused } = migrated;
  const kinds = outcomes.flatMap(({ kind, step }) => step.functions.map(() => kind));
  const isHeldUp =
    paused !== undefined || kinds.some((kind) => kind === 'blocked' || kind === 'skipped');
  const isStopped = stopped !== undefined || notRun !== undefined;
  return {
    verdict: isStopped ? 'stopped' : isHeldUp ? 'blocked' : 'done',
    functions: counted(kinds.map((kind) => kind.replace(' ', '_'))),
  };
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const groups = [...Map.groupBy(names, (name) => name)];
  return new Map(groups.map(([name, all]) => [name, all.length]));
}
