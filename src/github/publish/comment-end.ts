/** What the comment on a finding says when the finding is gone and its thread is resolved. */
export function goneNote(head: string): string {
  return `**No longer found** in ${head.slice(0, 10)}.`;
}

/** The same where the thread is not ours to resolve. */
export function leftNote(head: string): string {
  return `**No longer found** in ${head.slice(0, 10)}; the thread is left for you to resolve.`;
}

const END =
  /\n\n(?:\*\*No longer found\*\* in [0-9a-f]{10}[^\n]*\n\n)?<!-- rustward [\w.:= ]+ -->\s*$/;

/** The body of a comment on a finding without the note and the marker that it ends with. */
export function withoutEnd(body: string): string {
  return body.replace(END, '');
}
