import { randomFrom } from './random.ts';
import { realistic } from './realistic.ts';

const TOKENS = /\s+|[A-Za-z_]\w*|\d+|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^\s\w]/g;

/** Real-looking code of about as many lines in which tokens are missing, doubled, strange, and the end is cut. */
export function brokenTokens(size: number, seed = 9): string {
  const random = randomFrom(seed);
  const tokens = realistic(size, seed).match(TOKENS) ?? [];
  const broken = tokens.flatMap((token) => {
    if (random.below(60) > 0) return [token];
    const stray = random.pick(['{', '}', '(', ')', ';', '#if X\n', '\n#endif\n', '"', "'", '*/']);
    return random.pick([[], [token, token], [stray], [token, stray]]);
  });
  return broken.slice(0, broken.length - random.below(50)).join('');
}

/** Tokens of C in no order at all. */
export function tokenSoup(size: number, seed = 10): string {
  const random = randomFrom(seed);
  // biome-ignore format: a table
  const words: [string, ...string[]] = [
    'int', 'char', '*', 'p', 'n', '(', ')', '{', '}', '[', ']', ';', ',', '=', '+', '->', '.', '&',
    'if', 'else', 'while', 'for', 'do', 'switch', 'case', 'default', ':', 'goto', 'L', 'return',
    'malloc', 'free', 'strcpy', 'sizeof', 'struct', 'typedef', '"s"', "'c'", '0', '100', '<', '==',
    '?', '!', '#define M(x)', '#if', '#else', '#endif', '\n', '\n', '\\\n', '/*', '*/', '//',
  ];
  return Array.from({ length: size * 8 }, () => random.pick(words)).join(' ');
}
