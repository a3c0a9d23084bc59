import { readerOf, standingOf } from '../entry/replace-libraries.ts';
import { readConfig } from '../migration/artifacts/config.ts';
import { withReplacements } from '../migration/replace/with-replacements.ts';
import { scanProject } from '../migration/scan/scan-project.ts';
import { sourceFolder } from '../migration/scan/source-folder.ts';
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
  const read = readerOf(sourceFolder(root, config));
  const { symbols, steps, gone } = withReplacements(root, scan, standingOf(config, read));
  const lines = scanText({ ...scan, symbols, steps }).split('\n');
  if (gone.size > 0)
    lines.splice(
      -1,
      0,
      `not needed, since libraries serve what did: ${[...gone.keys()].join(', ')}`,
    );
  process.stdout.write(lines.map(oneLine).join('\n'));
  for (const problem of scanProblems(scan)) process.stderr.write(`rustward: ${oneLine(problem)}\n`);
  return scan.problems.length > 0 ? 3 : 0;
}
