import type { ReviewHistory } from '../../src/jobs/database/review-history.ts';

/** A history that says what was written down, one line each. */
export function recordedHistory(): ReviewHistory & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  return {
    lines,
    add: async ({ subject, verdict, high, medium, low, settled, owner }) =>
      void lines.push(
        `add ${subject} of ${owner}: ${verdict} ${high} ${medium} ${low}, ${settled} settled`,
      ),
    addFailed: async ({ subject, pull }) => void lines.push(`failed ${subject} ${pull}`),
    judgeAgain: async ({ subject, verdict, high, settled }) =>
      void lines.push(`judge ${subject}: ${verdict} ${high}, ${settled} settled`),
    setOpen: async ({ subject }, isOpen) =>
      void lines.push(`${isOpen ? 'open' : 'close'} ${subject}`),
  };
}
