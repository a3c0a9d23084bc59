/** What a dashboard remembers of a function: it is written down nowhere else. */
export interface FunctionNote {
  /** Whether its box is ticked: it is wanted. */
  readonly isTicked: boolean;
  /** Whether it was begun since. */
  readonly isBegun: boolean;
  /** Why it came to nothing when it was tried last. */
  readonly blocked?: string | undefined;
}

/** By the keys of functions. */
export type FunctionNotes = ReadonlyMap<string, FunctionNote>;

const MAX_REASON = 400;

/** A line of a function: whatever stands between its box and the comment at its end is for people. */
const LINE =
  /^[-*+] (?:\[([ xX])\] )?.*<!-- rustward ([0-9a-f]{16})( begun)?(?: ((?:[0-9a-f]{2})+))? -->\s*$/;

/** What is remembered of a function, as a comment that is not shown: the end of its line. */
export function printNote(
  key: string,
  { isBegun, blocked }: Omit<FunctionNote, 'isTicked'>,
): string {
  const reason = blocked === undefined ? '' : blocked.slice(0, MAX_REASON).toWellFormed();
  const words = [
    ...['rustward', key, ...(isBegun ? ['begun'] : [])],
    ...(reason === '' ? [] : [Buffer.from(reason).toString('hex')]),
  ];
  return `<!-- ${words.join(' ')} -->`;
}

/** What a dashboard remembers; nothing of lines that are none of its own. */
export function parseNotes(body: string): FunctionNotes {
  const notes = new Map<string, FunctionNote>();
  for (const line of body.split(/\r?\n/)) {
    const [, box, key, begun, reason] = LINE.exec(line) ?? [];
    if (key === undefined || notes.has(key)) continue;
    const blocked = reason === undefined ? undefined : Buffer.from(reason, 'hex').toString();
    const note = { isTicked: box !== undefined && box !== ' ', isBegun: begun !== undefined };
    notes.set(key, blocked === undefined ? note : { ...note, blocked });
  }
  return notes;
}

/** The boxes that a person has ticked, and those that they have emptied, by the keys of functions. */
export interface Ticks {
  readonly ticked: readonly string[];
  readonly emptied: readonly string[];
}

/** What a person did between two texts of a dashboard. */
export function ticksBetween(before: string, after: string): Ticks {
  const [old, now] = [parseNotes(before), parseNotes(after)];
  const changed = [...now].filter(([key, { isTicked }]) => old.get(key)?.isTicked !== isTicked);
  const keys = (wanted: boolean) =>
    changed.flatMap(([key, { isTicked }]) =>
      isTicked === wanted && (wanted || old.get(key)?.isTicked === true) ? [key] : [],
    );
  return { ticked: keys(true), emptied: keys(false) };
}

/** What was begun, as if it were wanted once more. */
export function begunIn(notes: FunctionNotes): Ticks {
  const begun = [...notes].flatMap(([key, { isBegun }]) => (isBegun ? [key] : []));
  return { ticked: begun, emptied: [] };
}

/** Notes with what a person did, which holds even where the text has been written anew since. */
export function withTicks(notes: FunctionNotes, { ticked, emptied }: Ticks): FunctionNotes {
  const all = new Map(notes);
  // Who ticks a box again wants another try.
  for (const key of ticked) all.set(key, { isTicked: true, isBegun: false });
  for (const key of emptied) all.set(key, { isTicked: false, isBegun: false });
  return all;
}
