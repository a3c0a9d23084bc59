const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    n: '\n',
    t: '\t',
    r: '\r',
    '0': '\0',
    a: '\x07',
    b: '\b',
    f: '\f',
    v: '\v',
    e: '\x1b',
  }),
);

/** The characters that the inside of a string or character literal stands for. */
export function unescaped(inside: string): string {
  if (!inside.includes('\\')) return inside;
  return inside.replace(/\\(x[0-9a-fA-F]+|[0-7]{1,3}|\r?\n|[\s\S])/g, (_, code: string) => {
    if (code.startsWith('x'))
      return String.fromCharCode(Number.parseInt(code.slice(1), 16) & 0xffff);
    if (/^[0-7]+$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
    if (code.endsWith('\n')) return '';
    return ESCAPES.get(code) ?? code;
  });
}
