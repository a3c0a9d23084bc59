import { type GateResult, resultOfFaults } from './gate-result.ts';

/** What a security scan says of a place. */
export interface ScanFinding {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** The function it is in; empty for none. */
  readonly function: string;
  readonly what: string;
}

/**
 * Fails findings that were not there before. Lines move, so findings are counted by rule, file and
 * function. Migrated code that had no Rust before has nothing to start from: give an empty list.
 */
export function newFindings(
  before: readonly ScanFinding[],
  after: readonly ScanFinding[],
): GateResult {
  const known = new Map<string, number>();
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  const faults = after.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return left <= 0;
  });
  return resultOfFaults(
    'new findings',
    faults.map(({ rule, file, line, what }) => ({ file, line, what: `${rule}: ${what}` })),
    'the scan finds nothing new',
  );
}

function keyOf({ rule, file, function: name }: ScanFinding): string {
  return `${rule}\0${file}\0${name}`;
}
