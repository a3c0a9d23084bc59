import * as z from 'zod';
import type { ReportedCandidate } from '../src/security/report/report.ts';

/** How many findings a scan of a project had, by `rule severity`. */
const countsSchema = z.record(z.string(), z.int().nonnegative());

/** By the name of the project, with its version. */
export const keptCountsSchema = z.record(z.string(), countsSchema);

export type KeptCounts = z.infer<typeof keptCountsSchema>;

/** Fewer findings more than these are no news. */
const LEAST = 3;
/** By this share a rule may have more, or fewer, findings. */
const SHARE = 0.25;

/** Counts findings by rule and severity, in the order of their names. */
export function countsOf(findings: readonly ReportedCandidate[]): KeptCounts[string] {
  const counts = new Map<string, number>();
  for (const { pattern, severity } of findings) {
    const key = `${pattern} ${severity}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * What is said otherwise of a project than when its counts were kept: a line for each rule and severity whose
 * count is another by three or more and by more than a quarter. More may be noise, and fewer may be a loss.
 */
export function differences(kept: KeptCounts[string], now: KeptCounts[string]): string[] {
  return [...new Set([...Object.keys(kept), ...Object.keys(now)])].sort().flatMap((key) => {
    const [before = 0, after = 0] = [kept[key], now[key]];
    const change = Math.abs(after - before);
    return change >= LEAST && change > SHARE * before ? [`${key}: ${before} to ${after}`] : [];
  });
}
