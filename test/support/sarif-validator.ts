import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from 'sarif';

function parse(text: string): Log {
  return JSON.parse(text);
}

/** The one run of a log, its results present. */
export function runOf(text: string) {
  const [run] = parse(text).runs;
  if (run === undefined) throw new Error('no run');
  return { ...run, results: run.results ?? [] };
}

/** What Microsoft's validator says at the levels of error and warning, one finding a line. */
export function validate(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-sarif-'));
  const input = join(folder, 'report.sarif');
  const output = join(folder, 'validation.sarif');
  writeFileSync(input, text);
  // The package exports the path of its program; its launcher would pass ';' to a shell.
  const program: unknown = createRequire(import.meta.url)('@microsoft/sarif-multitool');
  const options = ['--rule-kind', 'Sarif;Ghas', '--output', output];
  try {
    execFileSync(String(program), ['validate', input, ...options], {
      env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
    });
    const { results } = runOf(readFileSync(output, 'utf8'));
    return results.map(({ level = 'warning', ruleId, message }) =>
      [level, ruleId, message.id, ...(message.arguments ?? [])].join(' '),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
