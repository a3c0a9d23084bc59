/** A stretch of a text, and what stands there instead. */
export interface TextCut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A text with stretches of it replaced.
 * @param keepsLines whether what follows a cut stays on its line: then breaks take the place of those that go
 */
export function withCuts(text: string, cuts: readonly TextCut[], keepsLines = false): string {
  let result = text;
  for (const { start, end, text: other } of cuts.toSorted((a, b) => b.start - a.start)) {
    const lost = keepsLines ? breaksIn(text.slice(start, end)) - breaksIn(other) : 0;
    result = `${result.slice(0, start)}${other}${'\n'.repeat(Math.max(0, lost))}${result.slice(end)}`;
  }
  return result;
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
