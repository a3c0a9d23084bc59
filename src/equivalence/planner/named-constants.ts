const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+([^\n]+)$/gm;
const ENUM = /\benum\b[^;{}()]*\{([^{}]*)\}/g;
const NUMBER = /^(0[xX][0-9a-fA-F]+|\d+)[uUlL]*$/;

/**
 * The integers that C source gives names, by `#define` and in enums, as codes of errors are: literals, with a
 * sign, shifted, and those made of a name before them. A name that has two values has none.
 */
export function namedConstants(source: string): ReadonlyMap<string, bigint> {
  const text = source
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\/\/[^\n]*/g, '')
    .replace(/\\\r?\n/g, ' ');
  const found = new Map<string, bigint | undefined>();
  const add = (name: string, value: bigint | undefined) => {
    const isNew = !found.has(name) || found.get(name) === value;
    found.set(name, isNew ? value : undefined);
  };
  for (const [, name = '', value = ''] of text.matchAll(DEFINE)) add(name, integerOf(value, found));
  for (const [, body = ''] of text.matchAll(ENUM)) {
    let next: bigint | undefined = 0n;
    for (const part of body.replace(/^[ \t]*#.*$/gm, '').split(',')) {
      const [, name, own] = /^\s*([A-Za-z_]\w*)\s*(?:=\s*([\s\S]*))?$/.exec(part) ?? [];
      if (name === undefined) continue;
      const value: bigint | undefined = own === undefined ? next : integerOf(own, found);
      add(name, value);
      next = value === undefined ? undefined : value + 1n;
    }
  }
  return new Map(
    [...found].flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function integerOf(
  text: string,
  known: ReadonlyMap<string, bigint | undefined>,
): bigint | undefined {
  const own = text.trim();
  const [, inside] = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(own) ?? [];
  if (inside !== undefined) return integerOf(inside, known);
  if (own.startsWith('-')) {
    const value = integerOf(own.slice(1), known);
    return value === undefined ? undefined : -value;
  }
  const [, left, operator, right] = /^([\w()-]+)\s*(<<|\+|-)\s*(\w+)$/.exec(own) ?? [];
  if (left !== undefined && right !== undefined) {
    const [a, b] = [integerOf(left, known), integerOf(right, known)];
    if (a === undefined || b === undefined || b < 0n || b > 63n) return undefined;
    return operator === '<<' ? a << b : operator === '+' ? a + b : a - b;
  }
  const [, number] = NUMBER.exec(own) ?? [];
  if (number === undefined) return known.get(own);
  return /^0\d/.test(number) ? BigInt(`0o${number.slice(1)}`) : BigInt(number);
}
