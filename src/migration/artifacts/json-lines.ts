import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type * as z from 'zod';
import { UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { findStateFolder } from '../../workspace/state/state-folder.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/**
 * The text of a file, or undefined when there is none.
 * @throws UsageError when it cannot be read, or is absurdly long
 */
export function readTextIfAny(path: string): string | undefined {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return undefined;
  if (entry.size > MAX_BYTES) throw new UsageError(`${path} is over ${MAX_BYTES} bytes`);
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    throw new UsageError(`cannot read ${path}: ${systemReason(thrown)}`);
  }
}

/**
 * The records of a file with one a line, or undefined when there is no such file.
 * @throws UsageError naming the first line that is none
 */
export function loadJsonLines<Record>(
  path: string,
  schema: z.ZodType<Record>,
): Record[] | undefined {
  const lines = readTextIfAny(path)?.split('\n');
  return lines?.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `line ${index + 1} of ${basename(path)}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new UsageError(`${where} is not JSON`);
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return [parsed.data];
    throw new UsageError(`${where} is not what belongs there: ${formatZodError(parsed.error)}`);
  });
}

/** @throws UsageError when it cannot be written */
export function writeJsonLines(path: string, records: readonly unknown[]): void {
  writeFileAtomically(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/**
 * The records of a file that a scan writes.
 * @param root the folder that holds `.rustward`
 * @throws UsageError when there was no scan, or the file is damaged
 */
export function loadScanArtifact<Record>(
  root: string,
  file: string,
  schema: z.ZodType<Record>,
): Record[] {
  const folder = findStateFolder(root, 'c2rust');
  const records = folder === undefined ? undefined : loadJsonLines(join(folder, file), schema);
  if (records !== undefined) return records;
  throw new UsageError(`${root} was not scanned yet; run rustward migrate scan first`);
}
