import type { ScanFinding } from '../../migration/gates/new-findings.ts';
import type { Candidate } from '../../security/candidates/candidate.ts';
import { scan } from '../../security/scan/scan.ts';
import { openScan } from '../review/open-scan.ts';
import { REPORT_DEFAULTS } from '../review/review-options.ts';
import { scanOptions } from '../review/scan-options.ts';

/** The security scan of a folder, as the gate of a migration takes it. */
export async function scanCrate(folder: string): Promise<ScanFinding[]> {
  const candidates = await scanForCandidates(folder);
  return candidates.map(({ pattern, file, line, function: name, description }) => ({
    ...{ rule: pattern, file, line, function: name, what: description },
  }));
}

/** The candidates in a folder that a scan reports by default. */
export async function scanForCandidates(folder: string): Promise<Candidate[]> {
  const options = { ...REPORT_DEFAULTS, cache: false, jobs: 1 };
  const { deps } = await openScan(folder, options);
  const { candidates } = await scan(scanOptions(folder, options), deps);
  return candidates.filter(({ confidence }) => confidence >= REPORT_DEFAULTS.minConfidence);
}
