/** Values of C literals. Integers past 2^53 lose their last digits, which no rule needs. */

/** `0x1F`, `017u`, `0b101`, `1'000`, `1e3f`: the number, or undefined. */
export function numberOf(text: string): number | undefined {
  // Nearly all numbers are short and decimal.
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  // The grammar takes a sign in front for a part of the number.
  if (/^[-+]/.test(text)) {
    const size = numberOf(text.slice(1));
    return size === undefined || text.startsWith('+') || size === 0 ? size : -size;
  }
  const plain = text.replace(/['_]/g, '').toLowerCase();
  if (/^0x[0-9a-f]+[ulz]*$/.test(plain)) return Number(plain.replace(/[ulz]+$/, ''));
  if (/^0b[01]+[ulz]*$/.test(plain)) return Number(plain.replace(/[ulz]+$/, ''));
  if (/^0[0-7]*[ulz]*$/.test(plain)) return Number.parseInt(plain, 8);
  if (/^[0-9]+[ulz]*$/.test(plain)) return Number.parseInt(plain, 10);
  const float = Number.parseFloat(plain);
  return Number.isNaN(float) ? undefined : float;
}

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

/** The value of `'a'`, `'\n'`, `L'x'`. */
export function characterOf(text: string): number {
  const inside = text.replace(/^(?:u8|[uUL])?'/, '').replace(/'$/, '');
  return unescaped(inside).charCodeAt(0) || 0;
}

/** The value of `"abc"`, `L"abc"`, `R"(abc)"`. */
export function stringOf(text: string): string {
  const raw = /^(?:u8|[uUL])?R"([^(]*)\(([\s\S]*)\)\1"$/.exec(text);
  if (raw !== null) return raw[2] ?? '';
  return unescaped(text.replace(/^(?:u8|[uUL])?"/, '').replace(/"$/, ''));
}
