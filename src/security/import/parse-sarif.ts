import { UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { OWN_SOURCE } from '../candidates/candidate.ts';
import { toolNameOf } from './foreign-names.ts';
import { logSchema, type SarifRun } from './sarif-schema.ts';

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
