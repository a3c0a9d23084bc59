import { openUnitCache } from '../../entry/migrate/open-unit-cache.ts';
import { replacementPolicyOf, textLoader } from '../../entry/migrate/replace-libraries.ts';
import { staleFunctions } from '../../entry/migrate/stale-functions.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import { applyReplacements } from '../../migration/replace/apply-replacements.ts';
import { scanProject } from '../../migration/scan/scan-project.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { findSandbox } from '../../workspace/sandbox/find-sandbox.ts';
import { printNote } from '../output/print-note.ts';
import { oneLine } from '../output/terminal-text.ts';
import { scanJson } from './scan-json.ts';
import { scanProblems, scanText } from './scan-text.ts';

/**
 * Scans a project for its migration, and prints what was found.
 * @returns the exit status: 3 when a file could not be read; 1 when the C of a migrated function has changed
 */
export async function runMigrateScan(
  path: string,
  options: {
    readonly allowUnsandboxed: boolean;
    readonly rebuild: boolean;
    readonly format: 'text' | 'json';
  },
): Promise<number> {
  const { root } = scanRootOf(path);
  const config = loadConfig(root);
  const sandbox = await findSandbox(options);
  const cache = openUnitCache(root);
  const scan = await scanProject(root, {
    ...{ sandbox, config, now: new Date(), cache, rebuild: options.rebuild },
    onProgress: printNote,
  });
  const read = textLoader(sourceFolder(root, config));
  const { symbols, steps, gone } = applyReplacements(root, scan, replacementPolicyOf(config, read));
  const shown = { ...scan, symbols, steps };
  const notNeeded = [...gone.keys()];
  const stale = await staleFunctions(root, scan.symbols, read);
  if (options.format === 'json') process.stdout.write(scanJson({ ...shown, notNeeded, stale }));
  else {
    const lines = scanText(shown).split('\n');
    if (gone.size > 0)
      lines.splice(-1, 0, `not needed, since libraries serve what did: ${notNeeded.join(', ')}`);
    process.stdout.write(lines.map(oneLine).join('\n'));
  }
  for (const problem of scanProblems(scan)) printNote(problem);
  for (const { name, file, because } of stale) printNote(`stale: ${name} (${file}): ${because}`);
  if (scan.problems.length > 0) return 3;
  return stale.length > 0 ? 1 : 0;
}
