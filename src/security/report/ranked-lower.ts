import { count } from './count.ts';
import { failsFrom } from './gate.ts';
import { isIntroduced, isOpen, isRankedLower } from './groups.ts';
import type { Report } from './report.ts';

/** How many findings are ranked lower for the size of the tree, and how to see them as they are; empty where none is. */
export function rankedLowerSentence(report: Report): string[] {
  const number = report.summary.ranked_lower ?? 0;
  if (number === 0) return [];
  const [are, them] = number === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    `${count(number, 'finding')} of kinds that are often wrong in much code ${are} ranked lower for the size of the tree${wouldFail(report)}; --rate-as-new rates ${them} as in a small one.`,
  ];
}

/** How many of them would fail the run in a small tree. */
function wouldFail({ candidates, gate }: Report): string {
  if (gate === undefined) return '';
  const number = candidates
    .filter((one) => isOpen(one) && isIntroduced(one) && isRankedLower(one))
    .filter(
      ({ severity, severity_in_small_tree: small = severity }) =>
        failsFrom(small, gate.fail_on) && !failsFrom(severity, gate.fail_on),
    ).length;
  return number === 0 ? '' : `, ${number} of which would fail the run`;
}
