/** A part of what a file says, by its name; an empty one where there is none. */
export function sectionIn(written: unknown, name: string): object {
  const section = isObject(written)
    ? new Map<string, unknown>(Object.entries(written)).get(name)
    : undefined;
  return isObject(section) ? section : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
