/** Characters of all notes together: every question has them, and each is paid for. */
const MAX_NOTES_CHARACTERS = 8000;

/** A text of a repository that its maintainers have written for who reviews it. */
export interface NotedText {
  /** Where it stands. */
  readonly file: string;
  readonly text: string;
}

/** What maintainers note, as every question of a review has it. */
export interface MaintainerNotes {
  readonly text: string;
  /** What of it no model gets, one line for each file. */
  readonly cut: readonly string[];
}

/**
 * Makes one text of what maintainers note, the first file first, cut at the end of a line where it is too
 * long; the text says what is left out.
 * @returns undefined where there are no notes
 */
export function maintainerNotes(
  texts: readonly NotedText[],
  limit = MAX_NOTES_CHARACTERS,
): MaintainerNotes | undefined {
  const parts: string[] = [];
  const cut: string[] = [];
  let left = limit;
  for (const { file, text } of texts) {
    const whole = text.trim();
    if (whole === '') continue;
    const shown = beginningOf(whole, left);
    left -= shown.length;
    const gone = whole.length - shown.length;
    const amount = `${gone} of ${whole.length} characters`;
    if (gone > 0) cut.push(`models do not get the last ${amount} of the notes in ${file}`);
    const rest = gone > 0 ? [`[The last ${amount} are left out.]`] : [];
    parts.push([`${file}:`, ...(shown === '' ? [] : [shown]), ...rest].join('\n'));
  }
  return parts.length === 0 ? undefined : { text: parts.join('\n\n'), cut };
}

/** So many characters at most, and whole lines where the first one fits. */
function beginningOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.max(0, limit));
  // Half of a pair of surrogates is no character.
  const end = head.lastIndexOf('\n');
  return (end > 0 ? head.slice(0, end) : head.replace(/[\uD800-\uDBFF]$/, '')).trimEnd();
}
