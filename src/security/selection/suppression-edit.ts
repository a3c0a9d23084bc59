import JSON5 from 'json5';
import { listLayout } from './json5-list.ts';
import {
  parseSuppressionFile,
  type SuppressionEntry,
  suppressionEntrySchema,
} from './suppression-file.ts';

const NEW_FILE =
  '// Findings of Rustward that a person has settled, each with the reason.\n' +
  '// A review of a pull request reads this file from the base branch.\n[\n]\n';

/** What an editor does not show, and the review of a change should. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const ENTRY_FIELDS = suppressionEntrySchema.keyof().options;

/** An entry as a line of the file. */
export function printEntry(entry: SuppressionEntry): string {
  const fields = Object.entries(entry).map(([name, value]) => {
    const text = JSON5.stringify(value);
    return `${name}: ${text.replace(INVISIBLE, escaped)}`;
  });
  return `{ ${fields.join(', ')} },`;
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Adds an entry at the end of the file's list; all else in it stays as it is, comments too.
 * @param text the file; undefined where there is none
 * @returns the new text, or the same when the entry is there already
 * @throws UsageError when the text is no file of suppressions
 */
export function withEntry(text: string | undefined, entry: SuppressionEntry): string {
  const before = text ?? NEW_FILE;
  if (parseSuppressionFile(before).some((one) => isSame(one, entry))) return before;
  const { elements, end } = listLayout(before);
  const last = elements.at(-1);
  const [at, comma] = last === undefined || last.comma !== undefined ? [end, ''] : [last.to, ','];
  // The bracket gets a line of its own, whatever stands before it.
  const head = `${before.slice(0, at)}${comma}${before.slice(at, end)}`.replace(/[^\S\n]+$/, '');
  const line = head.endsWith('\n') ? '' : '\n';
  return `${head}${line}  ${printEntry(entry)}\n${before.slice(end)}`;
}

/**
 * Takes an entry out of the file's list; all else in it stays as it is.
 * @returns the new text, or the same when the entry is not there
 * @throws UsageError when the text is no file of suppressions
 */
export function withoutEntry(text: string, entry: SuppressionEntry): string {
  const at = parseSuppressionFile(text).findIndex((one) => isSame(one, entry));
  const element = listLayout(text).elements[at];
  if (element === undefined) return text;
  const { from, to, comma } = element;
  const head = text.slice(0, from);
  const tail = comma === undefined ? text.slice(to) : text.slice(to, comma) + text.slice(comma + 1);
  const isAlone = /(^|\n)[^\S\n]*$/.test(head) && /^[^\S\n]*\n/.test(tail);
  if (!isAlone) return `${head}${tail}`;
  return `${head.replace(/[^\S\n]*$/, '')}${tail.slice(tail.indexOf('\n') + 1)}`;
}

function isSame(one: SuppressionEntry, other: SuppressionEntry): boolean {
  return ENTRY_FIELDS.every((field) => one[field] === other[field]);
}
