import type { LineFix } from '../candidates/line-fix.ts';

/** What a fix does, and where: "Print it by "%s", in place of line 9". */
export function fixSentence({ title, start_line: first, end_line: last }: LineFix): string {
  const place = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return `${title}, in place of ${place}`;
}
