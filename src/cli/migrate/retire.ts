import { openUnitCache } from '../../entry/migrate/open-unit-cache.ts';
import {
  type RetireProjectOptions,
  retireInProject,
} from '../../entry/migrate/retire-functions.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { printNote } from '../output/print-note.ts';
import { withInterrupt } from '../output/with-interrupt.ts';
import { retireStatus, retireText } from './retire-text.ts';

/**
 * Takes functions out of the C that only Rust needs, and prints what went.
 * @returns the exit status: 1 when a function stays
 */
export async function runRetire(
  options: RetireProjectOptions & { readonly json: boolean },
): Promise<number> {
  const result = await withInterrupt('interrupted; nothing was changed', (signal) =>
    retireInProject(options, {
      ...{ env: process.env, signal, onProgress: printNote },
      units: openUnitCache(scanRootOf(options.path).root),
    }),
  );
  const text = options.json ? `${JSON.stringify(result)}\n` : retireText(result, options.dryRun);
  process.stdout.write(text);
  return retireStatus(result);
}
