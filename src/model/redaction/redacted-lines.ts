import { redactor } from './redact.ts';

/** The lines of a file as a report may show them. */
export interface RedactedLines {
  readonly count: number;
  /** A line without secrets, by its number from 1; empty beyond the end. */
  at(line: number): string;
}

/** More of a line is not looked at: no secret is that long, and much less is shown. */
const MAX_LINE_CHARS = 2000;

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;
const KEY_END = /-----END [A-Z0-9 ]*PRIVATE KEY-----/;
const MAX_KEY_LINES = 400;

/** A line of base64, as it is or as a string literal. */
const KEY_LINE = /^[\s"'*]*[A-Za-z0-9+/=]{4,}(?:\\[nrt])*[\s"'\\;,]*$/;

/** Takes what looks like a secret out of source text. The keys of this process are not in there. */
export const redactSecrets = redactor([]);

/** Lines without what looks like a secret: reports and artifacts go to more people than the code. */
export function redactLines(lines: readonly string[]): RedactedLines {
  const keys = keyLines(lines);
  return {
    count: lines.length,
    at(line) {
      const text = (lines[line - 1] ?? '').slice(0, MAX_LINE_CHARS);
      return keys.has(line)
        ? text.replace(/[A-Za-z0-9+/=]{4,}/, '[redacted]')
        : redactSecrets(text);
    },
  };
}

/** The numbers of the lines that lie within a private key, which no line shows by itself. */
function keyLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [begin, text] of lines.entries()) {
    // Most files hold none, and this is the quickest way to see it.
    if (!text.includes('-----BEGIN ') || !KEY_BEGIN.test(text) || KEY_END.test(text)) continue;
    const rest = lines.slice(begin + 1, begin + MAX_KEY_LINES);
    const length = rest.findIndex((line) => line.includes('-----'));
    // Without an end it is a text to compare with, and what follows is code.
    if (length < 0 || !KEY_END.test(rest[length] ?? '')) continue;
    for (let at = 0; at < length; at += 1) {
      if (KEY_LINE.test(rest[at]?.slice(0, MAX_LINE_CHARS) ?? '')) found.add(begin + 2 + at);
    }
  }
  return found;
}
