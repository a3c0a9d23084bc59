import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';

/**
 * Where answers of models are kept: in the user's cache folder, where nothing else is wanted; undefined for nowhere.
 * @param wanted what `RUSTWARD_MODEL_CACHE` says: a folder, or `off`
 */
export function answersFolder(
  wanted: string | undefined,
  env: ProcessEnvironment,
): string | undefined {
  if (wanted !== undefined) return wanted === 'off' ? undefined : wanted;
  const folder = env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache');
  return join(folder, 'rustward', 'answers');
}
