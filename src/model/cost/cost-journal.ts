import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import { errorCode } from '../../workspace/files/error-code.ts';
import { makeFolders } from '../../workspace/files/make-folders.ts';
import { parseJsonLine } from '../../workspace/files/parse-json-line.ts';

const count = z.int().nonnegative();

/** What one run billed, or all runs on a repository in a month together. */
const costRecordSchema = z.object({
  /** By universal time, such as `2026-11`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** The address of its remote, without credentials, or a hash of its folder's path. */
  repository: z.string().min(1).max(4096),
  /** Of a repository that is a hash: the last part of the path of its folder. */
  folder_name: z.string().min(1).max(4096).exactOptional(),
  calls: count,
  tokens_in: count,
  /** Of `tokens_in`, what the provider read from its own cache. */
  tokens_cached: count,
  tokens_out: count,
  /** Dollars, of the calls whose price is known. */
  cost: z.number().nonnegative(),
  /** Calls whose price is not known. */
  unpriced: count,
});

export type CostRecord = z.infer<typeof costRecordSchema>;

/**
 * Adds a line to the journal of what runs cost. Runs may share the file: each line is appended in
 * one write, and begins a line of its own even behind one that a run left unfinished.
 * @throws UsageError when the file cannot be written
 */
export function addCostRecord(path: string, record: CostRecord): void {
  try {
    makeFolders(dirname(path), 0o700);
    const descriptor = openSync(path, 'a+', 0o600);
    try {
      const start = endsInLine(descriptor) ? '' : '\n';
      writeSync(descriptor, `${start}${JSON.stringify(record)}\n`);
    } finally {
      closeSync(descriptor);
    }
  } catch (thrown) {
    throw new UsageError(`cannot write ${path}: ${messageOf(thrown)}`);
  }
}

/**
 * The records of a journal, oldest first, and how many lines are none.
 * @throws UsageError when there is a file that cannot be read
 */
export function loadCostRecords(path: string): {
  readonly records: readonly CostRecord[];
  readonly unreadable: number;
} {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return { records: [], unreadable: 0 };
    throw new UsageError(`cannot read ${path}: ${messageOf(thrown)}`);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.flatMap((line) => parseJsonLine(line, costRecordSchema) ?? []);
  return { records, unreadable: lines.length - records.length };
}

/** One record for each month and repository, in their order. */
export function sumCostRecords(records: readonly CostRecord[]): CostRecord[] {
  const sums = new Map<string, CostRecord>();
  for (const record of records) {
    const key = `${record.month} ${record.repository}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? record : addRecords(sum, record));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, sum]) => sum);
}

function addRecords(sum: CostRecord, more: CostRecord): CostRecord {
  return {
    ...sum,
    // Lines of earlier versions have none.
    ...(more.folder_name === undefined ? {} : { folder_name: more.folder_name }),
    calls: sum.calls + more.calls,
    tokens_in: sum.tokens_in + more.tokens_in,
    tokens_cached: sum.tokens_cached + more.tokens_cached,
    tokens_out: sum.tokens_out + more.tokens_out,
    cost: sum.cost + more.cost,
    unpriced: sum.unpriced + more.unpriced,
  };
}

function endsInLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  if (size > 0) readSync(descriptor, last, 0, 1, size - 1);
  return size === 0 || last.toString() === '\n';
}
