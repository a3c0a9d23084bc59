/*
 * Sets of names as integers, one bit each: they are joined by `|`, and cost nothing to copy.
 */

/** The bit of a name. @param names of at most 31, in the order of their bits */
export function bitOf<Name extends string>(names: readonly Name[], name: Name): number {
  return 1 << names.indexOf(name);
}

/** The names in a set, in the order of their bits. */
export function namesIn<Name extends string>(names: readonly Name[], set: number): Name[] {
  return names.filter((name) => (set & bitOf(names, name)) !== 0);
}
