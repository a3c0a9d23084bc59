import { execFileSync } from 'node:child_process';

/** The variables of a file as `docker run --env-file` and compose's `env_file` in its raw form take them. */
export function asDocker(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

/** The same as a shell takes them that reads the file with `set -a; . ./file`. */
export function asShell(file: string): Record<string, string> {
  const script = 'set -a; . "$1"; set +a; exec env -0';
  const text = execFileSync('/bin/sh', ['-c', script, 'sh', file], { env: {}, encoding: 'utf8' });
  const own = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);
  return Object.fromEntries(
    text.split('\0').flatMap((entry) => {
      const at = entry.indexOf('=');
      return at < 1 || own.has(entry.slice(0, at))
        ? []
        : [[entry.slice(0, at), entry.slice(at + 1)]];
    }),
  );
}
