import { openUnitCache } from '../../entry/migrate/open-unit-cache.ts';
import {
  type RetireProjectOptions,
  type RetireResult,
  retireInProject,
} from '../../entry/migrate/retire-functions.ts';
import { plural } from '../../migration/status/wording.ts';
import { visibleText } from '../../page/visible-text.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { printNote } from '../output/print-note.ts';
import { oneLine } from '../output/terminal-text.ts';
import { withInterrupt } from '../output/with-interrupt.ts';

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
  const text = options.json ? `${JSON.stringify(result)}\n` : textOf(result, options.dryRun);
  process.stdout.write(text);
  return result.refused.length > 0 ? 1 : 0;
}

function textOf({ retired, refused, diff }: RetireResult, dryRun: boolean): string {
  const went = retired.map(({ name, file, line, rust }) => {
    return `${name}  ${dryRun ? 'would go' : 'taken out'} of ${file}:${line}${rust === undefined ? '' : `: ${rust}`}`;
  });
  const stays = refused.map(({ name, because }) => `${name}  stays: ${because}`);
  const count = plural(retired.length, 'function');
  const end = dryRun
    ? `${count} of the C could be taken out; nothing was changed`
    : retired.length === 0
      ? 'nothing was taken out of the C'
      : `${count} taken out of the C, uncommitted; git checkout brings back what went. What calls it is Rust, so the C alone links no more: migrate link builds both`;
  const lines = diff === '' ? [] : diff.trimEnd().split('\n').map(visibleText);
  return [...lines, ...[...went, ...stays, end].map(oneLine)].map((line) => `${line}\n`).join('');
}
