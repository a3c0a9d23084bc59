import fc from 'fast-check';
import { anySize, type Random } from './random.ts';

/** Stands in a value for a text that no value is written as; `withRawTexts` puts it there. */
const RAW = [
  ...[
    '1e999',
    '-1e999',
    '-0',
    '1e-999',
    '123456789012345678901234567890',
    '0.1e1',
    '"\\ud800"',
    '"\\u0000"',
  ],
  ...[
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    '{"constructor":null}',
    '{"__proto__":null,"toString":1}',
    '{"":""}',
  ],
];
const mark = (at: number) => `@raw ${at}@`;
const DEEP = '@deep@';

/** Values that a program rarely expects. */
const ODD: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 53),
    1e308,
    '',
    ' ',
    '\n',
    '\0',
    'null',
    'true',
    '0',
  ],
  ...[
    [],
    {},
    [[]],
    [null],
    [{}],
    { a: null },
    'x'.repeat(70_000),
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
  ],
  ...[
    '/dev/zero',
    '/etc/passwd',
    'file:///etc/passwd',
    'http://[',
    'a:b:c',
    '%',
    '%zz',
    '\u202e',
    '\ufeff',
    '\ud800',
    '%{x}',
  ],
  ...[
    '::error::x',
    '\x1b[31m',
    '<script>',
    '@ada',
    '`',
    '*',
    '!',
    '[',
    '(?:',
    'C:\\x',
    '//',
    '.',
    '..',
    '~',
    '-',
    '--help',
  ],
  ...[
    Array(2000).fill(0),
    Array(300).fill({}),
    Object.fromEntries(
      Array(300)
        .fill(0)
        .map((_, at) => [`k${at}`, at]),
    ),
  ],
];

/** Names that every object has without being given them, and none. */
export const INHERITED_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
];

const NAMES: readonly string[] = [...INHERITED_NAMES, '\0', 'x'.repeat(5000), 'length'];

const anyValue = fc.jsonValue({ maxDepth: 3 });

/** Any value of JSON, mostly one that a program rarely expects. */
export function oddValue(random: Random): unknown {
  const way = random.below(100);
  if (way < 60) return random.pick(ODD.map((value) => [value]))[0];
  if (way < 75) return mark(random.below(RAW.length));
  if (way < 78) return DEEP;
  const [value] = fc.sample(anyValue, { numRuns: 1, seed: random.below(2 ** 31) });
  return value;
}

/** A value with some of its parts changed, lost, doubled or called something else. */
export function oddCopy(random: Random, value: unknown): unknown {
  let copy = value;
  for (let left = anySize(random, 8); left > 0; left -= 1) copy = changedOnce(random, copy);
  return copy;
}

function changedOnce(random: Random, value: unknown): unknown {
  if (random.percent(15) || typeof value !== 'object' || value === null) return oddValue(random);
  if (Array.isArray(value)) {
    const list: unknown[] = [...value];
    const at = random.below(list.length + 1);
    const way = random.below(100);
    if (way < 60 && at < list.length) list[at] = changedOnce(random, list[at]);
    else if (way < 80) list.splice(at, 0, oddValue(random));
    else if (way < 95) list.splice(at, 1);
    else list.push(...list, ...list);
    return list;
  }
  const entries: [string, unknown][] = Object.entries(value);
  const at = random.below(entries.length + 1);
  const [name = '', part] = entries[at] ?? [];
  const way = random.below(100);
  if (way < 70 && at < entries.length) entries[at] = [name, changedOnce(random, part)];
  else if (way < 80) entries.splice(at, 1);
  else
    entries.splice(at, way < 90 ? 1 : 0, [random.pick(NAMES), way < 90 ? part : oddValue(random)]);
  return fromEntries(entries);
}

/** Unlike `Object.fromEntries`, also with the name `__proto__`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries) {
    Object.defineProperty(made, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return made;
}

/** A value as JSON, with the texts that no value is written as. */
export function jsonOf(random: Random, value: unknown): string {
  const indent = random.percent(50) ? 2 : 0;
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  const depth = anySize(random, 65_536);
  const deep = random.percent(50) ? '['.repeat(depth) + ']'.repeat(depth) : '{"a":'.repeat(depth);
  return text
    .replaceAll(JSON.stringify(DEEP), deep)
    .replaceAll(/"@raw (\d+)@"/g, (_, at: string) => RAW[Number(at)] ?? '0');
}
