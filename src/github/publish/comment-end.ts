/** What the comment on a finding says when the finding is gone. */
export function goneNote(head: string): string {
  return `**No longer found** in ${head.slice(0, 10)}.`;
}

const END = /\n\n(?:\*\*No longer found\*\* in [0-9a-f]{10}\.\n\n)?<!-- rustward [\w.:= ]+ -->\s*$/;

/** The body of a comment on a finding without the note and the marker that it ends with. */
export function withoutEnd(body: string): string {
  return body.replace(END, '');
}
