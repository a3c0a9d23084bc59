import type { IntroducedAt, ReportedCandidate } from './report.ts';

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

/** Where who reads a change is told of a candidate, and the text for it. */
export interface ShownPlace {
  readonly file: string;
  readonly line: number;
  readonly end_line: number;
  /** Missing where it is a changed line that brings the candidate about, of which all counts. */
  readonly columns?: { readonly first: number; readonly last: number };
  /** Begins with where the defect itself is, where that is another place. */
  readonly text: string;
}

/**
 * The lines of a candidate, or the changed line that brings it about where the change has not touched these: the place of its
 * comment, of its annotation and of nothing else, since an alert has to stay where the defect is.
 */
export function shownPlace(one: ReportedCandidate, text: string): ShownPlace {
  const { file, line, column, function: name, introduced_at: cause } = one;
  if (cause !== undefined) {
    const within = name === '' ? '' : ` in ${name}`;
    const place = { file: cause.file, line: cause.line, end_line: cause.line };
    return { ...place, text: `${file}:${line}${within}: ${text}` };
  }
  const own = { file, line, end_line: Math.max(line, one.end_line), text };
  if (line !== one.end_line) return own;
  return { ...own, columns: { first: column, last: Math.max(column, one.end_column) } };
}
