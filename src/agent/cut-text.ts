/** How much of what is kept comes from the beginning. */
const HEAD_SHARE = 0.7;

/**
 * Shortens a text to its head and its tail, cut between lines where there are any, with a note of
 * what is missing and how to read it. The result is at most `maxChars` long, and a little more for
 * the note.
 */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = beforeLineEnd(text.slice(0, Math.floor(maxChars * HEAD_SHARE)));
  const tail = afterLineStart(
    text.slice(text.length - (maxChars - Math.floor(maxChars * HEAD_SHARE))),
  );
  const missing = text.slice(head.length, text.length - tail.length);
  const lines = missing.split('\n').length - 1;
  const note = `[${missing.length} characters, ${lines} lines, are left out here: ask again for a smaller part to read them]`;
  return `${head}\n${note}\n${tail}`;
}

/** Up to the last line end, unless that would lose more than half of it. */
function beforeLineEnd(text: string): string {
  const end = text.lastIndexOf('\n');
  return withoutHalfPair(end > text.length / 2 ? text.slice(0, end) : text);
}

function afterLineStart(text: string): string {
  const start = text.indexOf('\n') + 1;
  const cut = start > 0 && start < text.length / 2 ? text.slice(start) : text;
  return /^[\uDC00-\uDFFF]/.test(cut) ? cut.slice(1) : cut;
}

/** Not the first half of a surrogate pair alone. */
function withoutHalfPair(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
