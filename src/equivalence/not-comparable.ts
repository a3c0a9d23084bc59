/** Why two functions cannot be run side by side: one plain sentence without a capital. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable';
}

/** Why there is nothing that a comparison could show: one plain sentence without a capital. */
export class NothingToCompare extends Error {
  override readonly name = 'NothingToCompare';
}
