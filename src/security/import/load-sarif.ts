import { readFileSync, statSync } from 'node:fs';
import { messageOf, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { OWN_SOURCE } from '../candidates/candidate.ts';
import { toolNameOf } from './foreign-names.ts';
import { logSchema, type SarifRun } from './sarif-schema.ts';

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
    throw new UsageError(`cannot import ${path}: ${messageOf(thrown).replaceAll(/\s+/g, ' ')}`);
  }
}

/** @throws UsageError when the text is no SARIF 2.1.0 of another scanner */
export function parseSarif(text: string): readonly SarifRun[] {
  const parsed = logSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new UsageError(`it is no SARIF 2.1.0: ${formatZodError(parsed.error)}`);
  }
  for (const { tool, externalPropertyFileReferences } of parsed.data.runs) {
    if (toolNameOf(tool.driver.name) === OWN_SOURCE) {
      throw new UsageError("these are Rustward's own results; compare with them by --baseline");
    }
    if ((externalPropertyFileReferences?.results.length ?? 0) > 0) {
      throw new UsageError('its results are in further files; write them into this one');
    }
  }
  return parsed.data.runs;
}

function parseJson(text: string): unknown {
  try {
    // Some scanners start the file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UsageError('it is not JSON');
  }
}
