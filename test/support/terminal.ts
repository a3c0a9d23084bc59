import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { COMPILED, SHORT_LIVED } from './compiled.ts';
import { CLI } from './once/program.ts';

/**
 * Runs the real command line at a terminal that script(1) makes, and types there.
 * @param type what to type after this text has been printed; undefined for nothing more
 * @returns all that the terminal showed
 */
export async function atTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  type: (shown: string) => string | undefined,
): Promise<{ readonly shown: string; readonly status: number | null }> {
  const command = [process.execPath, ...SHORT_LIVED, CLI, ...args].map(quoted).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...COMPILED, ...env, SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    shown += chunk;
    const answer = type(shown);
    if (answer !== undefined) child.stdin.write(answer);
  });
  const [, status] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    }),
  ]);
  return { shown, status };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
