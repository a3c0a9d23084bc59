/**
 * The fields and variables by which C goes into an array: alone in brackets, with one added or taken away, or
 * the end of a loop over what stands in brackets. This reads the source as text.
 * @param source of a function
 */
export function indexesInto(source: string, array: string): string[] {
  const path = String.raw`(?:\w+\s*(?:->|\.)\s*)*`;
  const direct = new RegExp(
    String.raw`\b${array}\s*\[\s*(?:\+\+|--)?\s*${path}(\w+)\s*(?:\+\+|--|[-+]\s*1)?\s*\]`,
    'g',
  );
  const names = [...source.matchAll(direct)].map(([, name = '']) => name);
  const ends = names.flatMap((name) => {
    const loop = new RegExp(String.raw`\b${name}\s*<=?\s*${path}(\w+)\s*(?:;|&&|\|\||\))`, 'g');
    return [...source.matchAll(loop)].map(([, end = '']) => end);
  });
  return [...names, ...ends].filter((name) => !/^\d/.test(name));
}
