import type { IntroducedAt } from './report.ts';

/** What the changed line of a candidate is to it, in a few words before its place. */
export const INTRODUCED_LABEL: Readonly<Record<IntroducedAt['known_by'], string>> = {
  model: 'the change that brings it about',
  path: 'the change that the way to it leads over',
  nearness: 'the nearest change of its function',
};

/** The same at the beginning of a sentence. */
export function introducedLabel({ known_by: known }: IntroducedAt): string {
  const label = INTRODUCED_LABEL[known];
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}
