import { count } from './count.ts';
import type { Report } from './report.ts';

/** How many findings are ranked lower for the size of the tree, and how to see them as they are; empty where none is. */
export function rankedLowerSentence({ summary: { ranked_lower: number = 0 } }: Report): string[] {
  if (number === 0) return [];
  const [are, them] = number === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    `${count(number, 'finding')} of kinds that are often wrong in much code ${are} ranked lower for the size of the tree; --rate-as-new rates ${them} as in a small one.`,
  ];
}
