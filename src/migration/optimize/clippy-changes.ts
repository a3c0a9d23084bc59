import type { CrateFiles } from '../crate/crate-files.ts';
import type { Suggestion } from '../crate/suggestions.ts';
import type { CrateChange } from './change.ts';

/** What the compiler and clippy suggest, as changes of the crate's own files. */
export function clippyChanges(
  files: CrateFiles,
  suggestions: readonly Suggestion[],
): CrateChange[] {
  return suggestions.flatMap(({ code, message, file, line, replacements }) => {
    const edits = replacements.flatMap((one) => {
      const text = files.get(one.file);
      if (text === undefined) return [];
      return [{ file: one.file, ...offsets(text, one.start, one.end), text: one.text }];
    });
    if (edits.length < replacements.length) return [];
    const old = edits.map((edit) => files.get(edit.file)?.slice(edit.start, edit.end));
    const key = JSON.stringify([code, file, old, edits.map(({ text }) => text)]);
    return [{ kind: 'clippy' as const, key, what: `${code}: ${message}`, file, line, edits }];
  });
}

/** Offsets of bytes as offsets of UTF-16 units. */
function offsets(text: string, start: number, end: number): { start: number; end: number } {
  const bytes = Buffer.from(text, 'utf8');
  const at = bytes.subarray(0, start).toString('utf8').length;
  return { start: at, end: at + bytes.subarray(start, end).toString('utf8').length };
}
