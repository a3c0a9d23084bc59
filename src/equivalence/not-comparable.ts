/**
 * What may still make a comparison possible: another plan (a mapping, or a signature), functions that are
 * not migrated yet, or nothing that is known.
 */
export type Remedy = 'plan' | 'later' | 'none';

/** Why two functions cannot be run side by side: one plain sentence without a capital. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable';
  readonly remedy: Remedy;

  constructor(message: string, remedy: Remedy = 'plan') {
    super(message);
    this.remedy = remedy;
  }
}

/** Why there is nothing that a comparison could show: one plain sentence without a capital. */
export class NothingToCompare extends Error {
  override readonly name = 'NothingToCompare';
}
