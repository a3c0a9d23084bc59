/**
 * The first whole lines of a Markdown text that, with the note after them, have at most so many
 * bytes in UTF-8; the text as it is when it fits. A fence that the cut leaves open is closed.
 */
export function clipLines(text: string, bytes: number, note: string): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const kept: string[] = [];
  let fence = '';
  let left = bytes - Buffer.byteLength(note) - 2;
  for (const line of text.split('\n')) {
    const opened = nextFence(fence, line);
    left -= Buffer.byteLength(line) + 1;
    // Wherever it is cut, there must be room to close what is open.
    if (left < opened.length + 1) break;
    fence = opened;
    kept.push(line);
  }
  return [...kept, ...(fence === '' ? [] : [fence]), '', note].join('\n');
}

/** The fence that is open after a line; empty when none is. */
function nextFence(open: string, line: string): string {
  const run = /^ {0,3}(`{3,})/.exec(line)?.[1] ?? '';
  if (open === '') return run;
  const closes = run.length >= open.length && line.trim() === run;
  return closes ? '' : open;
}

/** As many items as fit into so many bytes, joined by line breaks, and a word on those left out. */
export function fitLines(
  lines: readonly string[],
  bytes: number,
  more: (left: number) => string,
): string {
  const whole = lines.join('\n');
  if (Buffer.byteLength(whole) <= bytes) return whole;
  let left = bytes - Buffer.byteLength(more(lines.length));
  const kept = lines.slice(
    0,
    lines.findIndex((line) => {
      left -= Buffer.byteLength(line) + 1;
      return left < 0;
    }),
  );
  return [...kept, more(lines.length - kept.length)].join('\n');
}
