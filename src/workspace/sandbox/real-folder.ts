import { realpathSync, statSync } from 'node:fs';
import { UsageError } from '../../errors.ts';

/**
 * The real path of a folder: links on the way are followed now, not when it is mounted.
 * @throws UsageError for what is no folder.
 */
export function realFolder(path: string): string {
  const real = realPath(path);
  if (real === undefined || !statSync(real).isDirectory()) {
    throw new UsageError(`${path} is no folder, so nothing can run in it`);
  }
  return real;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
