import type { CrateFiles } from '../crate/crate-files.ts';
import { withFiles } from '../crate/crate-files.ts';

export const CHANGE_KINDS = ['clippy', 'unsafe', 'visibility', 'safety', 'docs'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One thing to make better. */
export interface CrateChange {
  readonly kind: ChangeKind;
  /** Tells it from others also when the text around it has moved. */
  readonly key: string;
  /** For a message: `remove unsafe from read_word`. */
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly edits: readonly TextEdit[];
}

/** Text in place of other text. Offsets are in UTF-16 units. */
export interface TextEdit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A crate with changes made; one whose edits overlap those of an earlier one is left out. */
export function applyChanges(files: CrateFiles, changes: readonly CrateChange[]): CrateFiles {
  const taken: TextEdit[] = [];
  for (const { edits } of changes) {
    const isFree = edits.every((edit) =>
      taken.every(
        (other) => other.file !== edit.file || other.end <= edit.start || edit.end <= other.start,
      ),
    );
    if (isFree) taken.push(...edits);
  }
  const changed: Record<string, string> = {};
  for (const { file, start, end, text } of taken.toSorted((a, b) => b.start - a.start)) {
    const before = changed[file] ?? files.get(file) ?? '';
    changed[file] = before.slice(0, start) + text + before.slice(end);
  }
  return withFiles(files, changed);
}
