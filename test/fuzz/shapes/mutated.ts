import { CORPUS, type Language } from '../corpus.ts';
import { anySize, type Random, times } from '../random.ts';
import { oneOf, type Shape } from './shape.ts';

const TOKENS = /\s+|[A-Za-z_]\w*|\d+|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^\s\w]/g;

/** What may stand anywhere, and mostly should not. */
// biome-ignore format: a table
const STRAYS = [
  '{', '}', '(', ')', '[', ']', '<', '>', ';', ',', '#', '##', '\\\n', '\n#if X\n', '\n#else\n', '\n#endif\n',
  '\n#define X X\n', '"', "'", '/*', '*/', '//', 'R"(', ')"', '::', '->*', '...', '??/', '%:', '<:', '=>', 'r#"', '"#',
  "'a", '0x', '1e', '0b2', '08', '1e99999', '99999999999999999999999', '\\', '@', '$', '`', '\0', '\f', '\r', '\u2028',
  '\u202e', '\ufeff', 'template<', 'typename', 'operator', 'goto', 'case', 'default:', 'sizeof', '_Generic(',
  '__attribute__((', '__asm__(', 'unsafe', 'match', 'impl', 'macro_rules!', 'extern "C" {', 'if constexpr',
];

const WAYS: Readonly<Record<string, (random: Random, text: string, other: string) => string>> = {
  'bytes changed': (random, text) => withBytes(random, text),
  'tokens lost': (random, text) =>
    withTokens(random, text, (token) => (token.trim() ? [] : [token])),
  'tokens doubled': (random, text) => withTokens(random, text, (token) => [token, token]),
  'stray tokens': (random, text) =>
    withTokens(random, text, (token) => [token, random.pick(STRAYS)]),
  'tokens of another text': (random, text, other) => {
    const tokens = other.match(TOKENS) ?? [' '];
    return withTokens(random, text, () => [random.pick(tokens)]);
  },
  'cut off': (random, text) => text.slice(0, random.below(text.length + 1)),
  'beginning lost': (random, text) => text.slice(random.below(text.length + 1)),
  'lines of two texts': (random, text, other) => {
    const [mine, theirs] = [text.split('\n'), other.split('\n')];
    return mine
      .flatMap((line) => (random.percent(10) ? [line, random.pick(theirs)] : [line]))
      .join('\n');
  },
  'lines in another order': (random, text) => {
    const lines = text.split('\n');
    for (let left = anySize(random, 16); left > 0; left -= 1) {
      lines.splice(
        random.below(lines.length + 1),
        0,
        ...lines.splice(random.below(lines.length), 3),
      );
    }
    return lines.join('\n');
  },
  'a text within a text': (random, text, other) => {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + other + text.slice(at);
  },
  'a part many times': (random, text) => {
    const from = random.below(text.length + 1);
    const part = text.slice(from, from + anySize(random, 256));
    return text.slice(0, from) + part.repeat(anySize(random, 512)) + text.slice(from);
  },
};

/** A text of this repository, with another one or without, and not as it was. */
export function mutated(random: Random): Shape {
  const language = random.pick<Language>(['c', 'c', 'c', 'cpp', 'rust']);
  const texts = CORPUS[language];
  // Now and then of another language.
  const others = random.percent(20) ? CORPUS[random.pick<Language>(['c', 'cpp', 'rust'])] : texts;
  const [idea, change] = oneOf(random, WAYS);
  const text = change(random, random.pick(texts), random.pick(others));
  return { idea, language, text, isClosed: false };
}

function withTokens(random: Random, text: string, change: (token: string) => string[]): string {
  const share = random.between(1, 20);
  const tokens = text.match(TOKENS) ?? [];
  return tokens.flatMap((token) => (random.percent(share) ? change(token) : [token])).join('');
}

function withBytes(random: Random, text: string): string {
  const characters = [...text];
  for (const _ of times(anySize(random, 64), () => 0)) {
    const at = random.below(characters.length + 1);
    const odd = String.fromCodePoint(random.percent(80) ? random.below(256) : random.below(0xd800));
    characters.splice(at, random.below(2), random.percent(50) ? odd : '');
  }
  return characters.join('');
}
