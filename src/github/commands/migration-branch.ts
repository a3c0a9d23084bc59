import { createHash } from 'node:crypto';
import type { FunctionId } from './function-id.ts';

/** The branch that lays the crate out. */
export const SETUP_BRANCH = 'rustward/migrate-setup';

const PREFIX = 'rustward/migrate/';

/** What a branch of the migration is for. */
export type MigrationBranch =
  | { readonly kind: 'set-up' }
  /** `file` is the beginning of the hash of the function's file, where several have that name. */
  | { readonly kind: 'function'; readonly name: string; readonly file?: string };

/**
 * The branch of a function.
 * @param isAlone whether no other function of the project has that name
 */
export function branchOf({ name, file }: FunctionId, isAlone: boolean): string {
  return printBranch({ kind: 'function', name, ...(isAlone ? {} : { file: fileHash(file) }) });
}

function printBranch(branch: MigrationBranch): string {
  if (branch.kind === 'set-up') return SETUP_BRANCH;
  const { name, file } = branch;
  return `${PREFIX}${name}${file === undefined ? '' : `-${file}`}`;
}

/** What a branch is for; undefined where it is none of ours. */
export function parseBranch(text: string): MigrationBranch | undefined {
  if (text === SETUP_BRANCH) return { kind: 'set-up' };
  const found = /^rustward\/migrate\/([A-Za-z_][A-Za-z0-9_]{0,127})(?:-([0-9a-f]{8}))?$/.exec(text);
  const [, name, file] = found ?? [];
  if (name === undefined) return undefined;
  return { kind: 'function', name, ...(file === undefined ? {} : { file }) };
}

/** What stands for a file in the name of a branch. */
export function fileHash(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 8);
}

/** Whether no other function of a project has the name of this one. */
export function isAlone(
  { steps }: { readonly steps: readonly (readonly FunctionId[])[] },
  { name }: FunctionId,
): boolean {
  return steps.flat().filter((one) => one.name === name).length === 1;
}
