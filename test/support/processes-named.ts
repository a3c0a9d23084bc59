import { readdirSync, readFileSync } from 'node:fs';

/** The processes of this machine whose arguments begin so. */
export function processesNamed(words: readonly string[]): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(words.join('\0'));
    } catch {
      return false;
    }
  });
}
