/**
 * The fields and variables by which C goes into an array: alone in brackets, with one added or taken away, the
 * end of a loop over what stands in brackets, or how many of its bytes are copied. This reads the source as text.
 * @param source of a function
 */
export function indexesInto(source: string, array: string): string[] {
  const path = String.raw`(?:\w+\s*(?:->|\.)\s*)*`;
  const direct = new RegExp(
    String.raw`\b${array}\s*\[\s*(?:\+\+|--)?\s*${path}(\w+)\s*(?:\+\+|--|[-+]\s*1)?\s*\]`,
    'g',
  );
  // How many of its bytes are copied or compared.
  const copied = new RegExp(
    String.raw`\bmem(?:cpy|move|cmp|set|chr)\s*\([^;]*?\b${array}\s*,[^;]*?,\s*${path}(\w+)\s*\)`,
    'g',
  );
  const first = new RegExp(
    String.raw`\bmem(?:cpy|move|cmp)\s*\([^;]*?,\s*${path}${array}\s*,\s*${path}(\w+)\s*\)`,
    'g',
  );
  const names = [direct, copied, first].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, name = '']) => name),
  );
  const ends = names.flatMap((name) => {
    const loop = new RegExp(String.raw`\b${name}\s*<=?\s*${path}(\w+)\s*(?:;|&&|\|\||\))`, 'g');
    return [...source.matchAll(loop)].map(([, end = '']) => end);
  });
  return [...names, ...ends].filter((name) => !/^\d/.test(name));
}
