import { diffArrays } from 'diff';
import { rustTokens } from '../../code/rust/account/tokens.ts';
import { type CrateFiles, withFiles } from '../crate/crate-files.ts';

/** Lines of a file that differ between two crates: what was there and what is there now. */
export interface ChangedPlace {
  readonly file: string;
  /** The first of its lines in the old file, from 1. */
  readonly line: number;
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** How two crates with the same files differ, place by place, in the order of the files. */
export function changedPlaces(before: CrateFiles, after: CrateFiles): ChangedPlace[] {
  return [...before].flatMap(([file, old]) => {
    const now = after.get(file) ?? '';
    if (old === now) return [];
    const places: ChangedPlace[] = [];
    let line = 1;
    let [gone, come]: [string[], string[]] = [[], []];
    const end = () => {
      // As many lines as before: each is a change of its own.
      if (gone.length === come.length) {
        for (const [at, text] of gone.entries()) {
          places.push({ file, line: line + at, old: [text], now: come.slice(at, at + 1) });
        }
      } else places.push({ file, line, old: gone, now: come });
      line += gone.length;
      [gone, come] = [[], []];
    };
    for (const { value, added, removed } of diffArrays(old.split('\n'), now.split('\n'))) {
      if (removed) gone.push(...value);
      else if (added) come.push(...value);
      else {
        end();
        line += value.length;
      }
    }
    end();
    return places;
  });
}

/** A crate with these changes made in it, and no others. @param places of `changedPlaces` of that crate */
export function withPlaces(before: CrateFiles, places: readonly ChangedPlace[]): CrateFiles {
  let files = before;
  for (const [file, own] of Map.groupBy(places, (place) => place.file)) {
    const lines = (before.get(file) ?? '').split('\n');
    for (const { line, old, now } of own.toSorted((left, right) => right.line - left.line)) {
      lines.splice(line - 1, old.length, ...now);
    }
    files = withFiles(files, { [file]: lines.join('\n') });
  }
  return files;
}

/** Words that stand in a place on one side alone, or more often there. */
export function changedWords({ old, now }: ChangedPlace): Set<string> {
  const left = wordCounts(old);
  const right = wordCounts(now);
  const all = new Set([...left.keys(), ...right.keys()]);
  return new Set([...all].filter((word) => left.get(word) !== right.get(word)));
}

/** Whether the two sides differ in white space alone. */
export function isLayoutAlone({ old, now }: ChangedPlace): boolean {
  const plain = (lines: readonly string[]) => lines.join('').replaceAll(/\s+/g, '');
  return plain(old) === plain(now);
}

/** As it is shown, one line each. */
export function placeLines({ file, line, old, now }: ChangedPlace): string[] {
  return [`${file}:${line}`, ...old.map((text) => `- ${text}`), ...now.map((text) => `+ ${text}`)];
}

function wordCounts(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, text } of rustTokens(lines.join('\n'))) {
    if (kind === 'word') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
