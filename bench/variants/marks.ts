/** The lines in which a defect is marked. */
export function markedLines(text: string): number[] {
  return linesWith(text, /\/\* defect\b.*?\*\//);
}

/** The lines that a transformation has put in, and the marked ones: where a defect may be reported. */
export function correspondingLines(text: string): ReadonlySet<number> {
  return new Set([...markedLines(text), ...linesWith(text, /\/\* made \*\//)]);
}

function linesWith(text: string, sign: RegExp): number[] {
  return text.split('\n').flatMap((line, index) => (sign.test(line) ? [index + 1] : []));
}
