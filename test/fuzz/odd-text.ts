import { anySize, type Random } from './random.ts';
import { oneOf } from './shapes/shape.ts';

const STRAYS: readonly string[] = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    "'",
    '\\',
    '#',
    '//',
    '/*',
    '\0',
    '\t',
    '\r',
    '\n',
    '\u2028',
    '\ufeff',
    '&a ',
    '*a ',
  ],
  ...[
    '- ',
    '? ',
    '| ',
    '> ',
    '!!js/function ',
    '!!binary ',
    '<<: ',
    '---\n',
    '...\n',
    '%YAML 9.9\n',
    '@',
    '`',
    '~',
    '1e999',
  ],
  ...[
    'NaN',
    'Infinity',
    '-',
    '0x',
    'undefined',
    '\\u{110000}',
    '\\ud800',
    '__proto__: ',
    '"__proto__": 1,',
    '\x1b[31m',
  ],
];

const at = (random: Random, text: string) => random.below(text.length + 1);

/** What may befall a text on its way into a file. */
const WAYS: Readonly<Record<string, (random: Random, text: string) => string | Buffer>> = {
  whole: (_, text) => text,
  'cut off': (random, text) => text.slice(0, at(random, text)),
  'with strays': (random, text) => {
    let copy = text;
    for (let left = anySize(random, 8); left > 0; left -= 1) {
      const place = at(random, copy);
      copy = copy.slice(0, place) + random.pick(STRAYS) + copy.slice(place + random.below(3));
    }
    return copy;
  },
  'with lines lost': (random, text) =>
    text
      .split('\n')
      .filter(() => !random.percent(15))
      .join('\n'),
  'with lines moved in': (random, text) =>
    text
      .split('\n')
      .map((line) => (random.percent(15) ? `${' '.repeat(random.below(5))}${line}` : line))
      .join('\n'),
  'a part many times': (random, text) => {
    const from = at(random, text);
    return (
      text.slice(0, from) +
      text.slice(from, from + anySize(random, 64)).repeat(anySize(random, 4096))
    );
  },
  'with a mark': (_, text) => `\ufeff${text}`,
  'in UTF-16': (_, text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'with CRLF': (_, text) => text.replaceAll('\n', '\r\n'),
  'with CR': (_, text) => text.replaceAll('\n', '\r'),
  'with bytes': (random, text) =>
    Buffer.concat([
      Buffer.from(text.slice(0, at(random, text))),
      Buffer.from([0xc3, 0x28, 0xff, 0x00, 0xed, 0xa0, 0x80]),
    ]),
  'in another bracket': (random, text) => random.pick(['[', '{', '"', '[[[[']) + text,
  twice: (_, text) => text + text,
  deep: (random) =>
    random.pick(['[', '{"a":', '{a:[', '- ', 'a:\n ', '((', '? ']).repeat(anySize(random, 65_536)),
  'of another kind': (random) =>
    random.pick([
      '',
      ' ',
      '\n',
      '\0',
      'null',
      '[]',
      '{}',
      '0',
      '"x"',
      'true',
      '<?xml version="1.0"?>',
      'int a;',
      '#!/bin/sh\n',
    ]),
};

/** A text as it may be found in a file. */
export function oddText(
  random: Random,
  text: string,
): { readonly idea: string; readonly bytes: Buffer } {
  const [idea, change] = random.percent(40) ? ['whole', WAYS['whole']] : oneOf(random, WAYS);
  return { idea, bytes: Buffer.from(change?.(random, text) ?? text) };
}
