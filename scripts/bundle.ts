/**
 * Makes `action/dist`, which runs on Node.js alone: `npm run bundle`. The same sources give the same
 * bytes. With `--check` it writes nothing, and says whether `action/dist` is up to date; with
 * `--output FOLDER` it writes somewhere else.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleAction } from './bundle-action.ts';

const DIST = resolve(import.meta.dirname, '../action/dist');

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, output: { type: 'string', default: DIST } },
});

if (values.check) {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-bundle-'));
  try {
    await bundleAction(folder);
    const differing = differences(folder, DIST);
    if (differing.length > 0) {
      const names = differing.join(', ');
      process.stderr.write(`action/dist is out of date (${names}); run 'npm run bundle'\n`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
} else {
  rmSync(values.output, { recursive: true, force: true });
  await bundleAction(values.output);
}

/** The files that are not the same in both folders. */
function differences(left: string, right: string): string[] {
  const files = new Set([...filesIn(left), ...filesIn(right)]);
  return [...files].sort().filter((file) => {
    const [a, b] = [contentOf(join(left, file)), contentOf(join(right, file))];
    return a === undefined || b === undefined || !a.equals(b);
  });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch {
    return [];
  }
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
