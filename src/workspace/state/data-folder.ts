import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { ProcessEnvironment } from '../process/process-environment.ts';

/** The user's own data: `$XDG_DATA_HOME/rustward`, or `~/.local/share/rustward`. It may not exist. */
export function dataFolder(env: ProcessEnvironment): string {
  const base = env['XDG_DATA_HOME'] ?? '';
  const home = env['HOME'] ?? homedir();
  return join(isAbsolute(base) ? base : join(home, '.local', 'share'), 'rustward');
}
