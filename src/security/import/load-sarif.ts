import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { parseSarif } from './parse-sarif.ts';
import type { SarifRun } from './sarif-schema.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** What another scanner left in a file. */
export interface SarifLog {
  /** The file, as the user named it. */
  readonly path: string;
  readonly runs: readonly SarifRun[];
}

/**
 * Reads a SARIF file of another scanner.
 * @throws UsageError on one line when it cannot be read, is too long, or is no SARIF 2.1.0
 */
export function loadSarif(path: string): SarifLog {
  try {
    const entry = statSync(path);
    if (!entry.isFile()) throw new UsageError('it is not a regular file');
    if (entry.size > MAX_BYTES) {
      throw new UsageError(`it has ${entry.size} bytes, more than ${MAX_BYTES}; split it`);
    }
    return { path, runs: parseSarif(readFileSync(path, 'utf8')) };
  } catch (thrown) {
    throw new UsageError(`cannot import ${path}: ${systemReason(thrown).replaceAll(/\s+/g, ' ')}`);
  }
}
