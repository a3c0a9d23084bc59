import { join, relative } from 'node:path';
import type { LinkVerdict } from '../../github/isolated-worker/link-verdict.ts';
import type { MigrationTask } from '../../github/isolated-worker/migration-task.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { linkVerdictFor } from './link-for-gate.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Task = Extract<MigrationTask, { task: 'link' }>;

/**
 * What the C program of a commit says of functions that are in Rust there. No model is asked. Where its
 * project is wrong, or takes too long, that is the verdict.
 */
export async function linkFunctions(task: Task, env: Environment): Promise<LinkVerdict> {
  const { root } = scanRootOf(task.root);
  const { project, crate } = task;
  const functions = task.functions.map(({ name, file }) => {
    return { name, ...(file === undefined ? {} : { file: relative(project, file) }) };
  });
  const signal = AbortSignal.timeout(task.maxMinutes * 60_000);
  const deps = { env, signal, onProgress: () => {} };
  try {
    const options = { path: join(root, project), crate, without: [], functions };
    return withoutFolder(await linkVerdictFor(options, deps), root);
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    const reason = `building and testing took more than ${task.maxMinutes} minutes`;
    return { kind: 'not possible', reasons: [reason] };
  }
}

/** Where the commit was checked out is nobody's concern. */
function withoutFolder(verdict: LinkVerdict, root: string): LinkVerdict {
  if (verdict.kind !== 'not possible') return verdict;
  const plain = (text: string) => text.replaceAll(`${root}/`, '').replaceAll(root, '.');
  return { kind: 'not possible', reasons: verdict.reasons.map(plain) };
}
