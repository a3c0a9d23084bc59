import { unescaped } from './escapes.ts';

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
