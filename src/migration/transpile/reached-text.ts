import type { Evidence } from '../../equivalence/evidence/evidence.ts';

type Coverage = Extract<Evidence, { kind: 'equal' }>['coverage'];

/** Whether inputs reached half of the lines and half of the branches of the C: less says little of the rest. */
export function isHalfReached(coverage: Coverage): boolean {
  return shares(coverage).every(({ share }) => share >= 0.5);
}

/**
 * How much of the C was reached, where that is less than three quarters of its lines or of its branches; empty where it is
 * more. In quarters, since the numbers differ a little from run to run.
 */
export function reachedText(coverage: Coverage): string {
  const parts = shares(coverage).flatMap(({ what, share }) => {
    const amount = AMOUNTS.find(([least]) => share < least)?.[1];
    return amount === undefined ? [] : [`less than ${amount} of its ${what}`];
  });
  return parts.length === 0 ? '' : `of the C they reached ${parts.join(' and ')}`;
}

const AMOUNTS = [
  [0.25, 'a quarter'],
  [0.5, 'half'],
  [0.75, 'three quarters'],
] as const;

function shares({ lines, coveredLines, branches, coveredBranches }: Coverage) {
  return [
    { what: 'lines', share: lines === 0 ? 1 : coveredLines / lines },
    { what: 'branches', share: branches === 0 ? 1 : coveredBranches / branches },
  ];
}
