import { readConfig } from '../migration/artifacts/config.ts';
import { scanProject } from '../migration/scan/scan-project.ts';
import { findSandbox } from '../workspace/sandbox/find-sandbox.ts';
import { locate } from '../workspace/source-files.ts';
import { scanProblems, scanText } from './migrate-scan-text.ts';
import { oneLine } from './terminal-text.ts';

/**
 * Scans a project for its migration, and prints what was found.
 * @returns the exit status: 3 when a file could not be read
 */
export async function scanAndPrint(
  path: string,
  options: { readonly allowUnsandboxed: boolean },
): Promise<number> {
  const { root } = locate(path);
  const config = readConfig(root);
  const sandbox = await findSandbox(options);
  const scan = await scanProject(root, { sandbox, config, now: new Date() });
  const lines = scanText(scan).split('\n');
  process.stdout.write(lines.map(oneLine).join('\n'));
  for (const problem of scanProblems(scan)) process.stderr.write(`rustward: ${oneLine(problem)}\n`);
  return scan.problems.length > 0 ? 3 : 0;
}
