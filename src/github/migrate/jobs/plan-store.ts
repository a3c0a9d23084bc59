import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../../../workspace/files/atomic-file.ts';
import { fileHash } from '../../commands/migration-branch.ts';
import { type MigrationPlan, migrationPlanSchema } from '../../isolated-worker/migration-plan.ts';
import { parseJson } from '../../isolated-worker/parse-json.ts';

/** Plans that are not published yet: a job that is tried again must not pay for them again. */
export interface PlanStore {
  /** What was put there for a branch on top of a commit. */
  get(repository: number, branch: string, base: string): MigrationPlan | undefined;
  put(repository: number, branch: string, base: string, plan: MigrationPlan): void;
  remove(repository: number, branch: string): void;
}

const MAX_BYTES = 40_000_000;

export function openPlanStore(folder: string): PlanStore {
  const pathOf = (repository: number, branch: string) =>
    join(folder, String(repository), `${fileHash(branch)}.json`);
  return {
    get(repository, branch, base) {
      const path = pathOf(repository, branch);
      const bytes = statSync(path, { throwIfNoEntry: false })?.size;
      if (bytes === undefined || bytes > MAX_BYTES) return undefined;
      const read = migrationPlanSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
      if (!read.success || !('base' in read.data) || read.data.base !== base) return undefined;
      return read.data;
    },
    put(repository, branch, base, plan) {
      if (!('base' in plan) || plan.base !== base) return;
      mkdirSync(join(folder, String(repository)), { recursive: true, mode: 0o700 });
      writeFileAtomically(pathOf(repository, branch), JSON.stringify(plan));
    },
    remove: (repository, branch) => rmSync(pathOf(repository, branch), { force: true }),
  };
}
