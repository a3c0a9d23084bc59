import type { Excerpt, ShownLine } from './excerpt.ts';
import type { FieldUses } from './field-uses.ts';
import type { Slice } from './slice.ts';

/** What was left out is named so far. */
const MAX_LEFT_OUT = 15;

/** A slice as an agent reads it, with the numbers of lines. */
export function printSlice(slice: Slice): string {
  const parts = [
    ...slice.places.map(printExcerpt),
    ...chapter(
      'What the change made weaker, as the engine sees it:',
      [slice.weakened.join('\n')],
      slice.weakened,
    ),
    ...chapter('The rest of the change:', slice.rest.map(printExcerpt)),
    ...chapter('Callers, with the lines that bear on the call:', slice.callers.map(printExcerpt)),
    ...chapter('What the places call:', slice.callees.map(printExcerpt)),
    ...chapter('What is said of them names also:', slice.named.map(printExcerpt)),
    ...chapter(
      'Where fields and globals that the places set, or that are no longer set or checked, are used:',
      slice.fields.map(printUses),
    ),
    ...chapter('Where those that are no longer checked are set:', slice.setters.map(printExcerpt)),
    ...chapter('Definitions:', slice.definitions.map(printDefinitions)),
    ...chapter('Known ways of calls to these functions:', [slice.paths.join('\n')], slice.paths),
    ...chapter('Left out for length:', [leftOut(slice.omitted)], slice.omitted),
  ];
  return parts.join('\n\n');
}

/** The first ones by name, the others by their number: a list of all would be longer than what it leaves out. */
function leftOut(omitted: readonly string[]): string {
  const rest = omitted.length - MAX_LEFT_OUT;
  const named = omitted.slice(0, MAX_LEFT_OUT);
  return [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

function chapter(
  title: string,
  parts: readonly string[],
  of: readonly unknown[] = parts,
): string[] {
  return of.length === 0 ? [] : [`### ${title}`, ...parts];
}

function printUses({ field, type, lines, left }: FieldUses): string {
  return [
    type === undefined ? `${field}:` : `${field}, reached from ${type}:`,
    ...lines.map((line) => `  ${line}`),
    ...(left > 0 ? [`  and ${left} more lines`] : []),
  ].join('\n');
}

/** Between definitions nothing is missing that belongs to them. */
function printDefinitions({ file, shown }: Excerpt): string {
  return [`${file}:`, ...shown.map(printLine)].join('\n');
}

/** As in a diff: a line of the base alone has no number. */
function printLine({ line, text, side }: ShownLine): string {
  if (side === 'removed') return `      - ${text}`.trimEnd();
  return `${String(line).padStart(5)} ${side === 'added' ? '+' : '|'} ${text}`.trimEnd();
}

/** One excerpt under its place. */
export function printExcerpt({ file, title, line, endLine, shown }: Excerpt): string {
  const rows: string[] = [];
  let expected = line;
  for (const row of shown) {
    if (row.line > expected) rows.push('      | …');
    rows.push(printLine(row));
    expected = row.side === 'removed' ? row.line : row.line + 1;
  }
  if (expected <= endLine) rows.push('      | …');
  return `${file}:${line}-${endLine}, ${title}:\n${rows.join('\n')}`;
}
