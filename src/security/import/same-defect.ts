import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { UNKNOWN_WEAKNESS } from './weaknesses.ts';

/** A place of more lines is a block, and a block that overlaps says little. */
const STATEMENT_LINES = 6;

/** Candidates further apart, in lines, are never about one statement. */
export const MAX_LINE_DISTANCE = STATEMENT_LINES - 1;

/**
 * Kinds of defects that share a category and are still not the same: a scanner that
 * reports a leak has not seen the use after the free.
 */
const FAMILIES: readonly (readonly number[])[] = [
  [415, 416, 590, 672, 761, 762, 763, 825],
  [401, 404, 459, 771, 772, 775],
  [457, 665, 824, 908],
  [476, 690],
  [119, 120, 121, 122, 123, 124, 125, 126, 127, 129, 131, 193, 786, 787, 788, 805, 806, 823],
  [128, 190, 191, 192, 194, 195, 196, 197, 680, 681, 682, 1335],
  [369],
  [674],
  [834, 835],
  [562],
  [362, 364, 366, 367, 820, 821],
  [413, 662, 667, 764, 765, 832, 833],
  [252, 253, 390, 391, 394, 754, 755],
  [617],
  [77, 78, 88],
  [89],
  [22, 23, 36, 73],
  [134],
];

/** Whether two candidates on different lines of a file can be about one statement. */
export function inOneStatement(left: CandidateDraft, right: CandidateDraft): boolean {
  const distance = Math.abs(left.line - right.line);
  if (distance <= 1) return distance === 1;
  const overlap = left.line <= right.end_line && right.line <= left.end_line;
  return overlap && isStatement(left) && isStatement(right);
}

/** Whether two candidates share a weakness; an unknown weakness does not count. */
export function shareWeakness(left: CandidateDraft, right: CandidateDraft): boolean {
  return left.cwe.some((number) => number !== UNKNOWN_WEAKNESS && right.cwe.includes(number));
}

/** Whether two candidates are about one kind of defect: a shared weakness, or one category. */
export function areRelated(left: CandidateDraft, right: CandidateDraft): boolean {
  if (shareWeakness(left, right)) return true;
  if (left.category !== right.category || left.category === 'other') return false;
  const [a, b] = [familyOf(left), familyOf(right)];
  return a === undefined || b === undefined || a === b;
}

function familyOf({ cwe }: CandidateDraft): readonly number[] | undefined {
  return FAMILIES.find((family) => cwe.some((number) => family.includes(number)));
}

function isStatement({ line, end_line }: CandidateDraft): boolean {
  return end_line - line < STATEMENT_LINES;
}
