import { statSync } from 'node:fs';
import { messageOf, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { readNamedText } from '../../workspace/files/read-named.ts';
import { withPresentRule } from '../candidates/present-rule.ts';
import type { Report, ReportedCandidate } from '../report/report.ts';
import { reportSchema } from '../report/report-schema.ts';
import { checkReportVersion } from './check-report-version.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** The part of our own JSON report that is read again, also of reports of earlier versions. */
const knownPart = reportSchema.pick({ version: true, mode: true, candidates: true });

const versionPart = reportSchema.pick({ version: true });

/** @throws UsageError when the value is no JSON report of ours, or one of a later version */
export function parseReport(value: unknown): ReportedCandidate[] {
  const parsed = knownPart.safeParse(value);
  checkVersionOf(value);
  if (parsed.success) return parsed.data.candidates.map(withPresentRule);
  throw new UsageError(`it is no report of Rustward: ${formatZodError(parsed.error)}`);
}

/** Before what else is wrong with it, which is no wonder then. */
function checkVersionOf(value: unknown): void {
  const written = versionPart.safeParse(value);
  if (written.success) checkReportVersion(written.data.version);
}

/**
 * The candidates of a JSON report.
 * @throws UsageError on one line when the file is none
 */
export function loadReportedCandidates(path: string): ReportedCandidate[] {
  return loadJson(path, parseReport);
}

/**
 * A JSON report of this version, whole.
 * @throws UsageError on one line when the file is none
 */
export function loadReport(path: string): Report {
  return loadJson(path, (value) => {
    const parsed = reportSchema.safeParse(value);
    checkVersionOf(value);
    if (parsed.success) return parsed.data;
    throw new UsageError(`it is no report of this version: ${formatZodError(parsed.error)}`);
  });
}

function loadJson<Result>(path: string, parse: (value: unknown) => Result): Result {
  const text = loadNamedText(path, 'report');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`the report ${path} is not JSON; write one with --report json=FILE`);
  }
  try {
    return parse(value);
  } catch (thrown) {
    throw new UsageError(`the report ${path} cannot be used: ${messageOf(thrown)}`);
  }
}

/**
 * The text of a file that a person named.
 * @param what the part it plays, for the message
 * @throws UsageError when it cannot be read, or is absurdly long
 */
export function loadNamedText(path: string, what: string): string {
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new UsageError(`it has ${size} bytes, more than ${MAX_BYTES}`);
    // What Windows redirects to a file begins with a byte order mark.
    return readNamedText(path, MAX_BYTES).replace(/^\uFEFF/, '');
  } catch (thrown) {
    throw new UsageError(`cannot read the ${what} ${path}: ${systemReason(thrown)}`);
  }
}
