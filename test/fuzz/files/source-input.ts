import type { Language } from '../corpus.ts';
import { type Random, randomOf } from '../random.ts';
import { bare } from '../shapes/bare.ts';
import { circular } from '../shapes/circular.ts';
import { encoded } from '../shapes/encoded.ts';
import { includes } from '../shapes/includes.ts';
import { long } from '../shapes/long.ts';
import { macros, rustMacros } from '../shapes/macros.ts';
import { mutated } from '../shapes/mutated.ts';
import { nested } from '../shapes/nested.ts';
import { row } from '../shapes/row.ts';
import type { ShapeMaker } from '../shapes/shape.ts';
import { unclosed } from '../shapes/unclosed.ts';
import type { Entry } from '../tree.ts';
import { type Canary, canaryText } from './canary.ts';

/** A folder with one odd source in it, and what that needs. */
export interface SourceInput {
  readonly index: number;
  readonly idea: string;
  /** The name of its folder. */
  readonly folder: string;
  readonly entries: readonly Entry[];
  readonly canaries: readonly Canary[];
}

/** As often as they are named. */
const SHAPES: readonly ShapeMaker[] = [
  ...Array.from({ length: 8 }, () => mutated),
  ...[nested, nested, long, long, macros, macros, rustMacros, includes],
  ...[encoded, encoded, unclosed, unclosed, circular, row, row],
];

const ENDINGS: Readonly<Record<Language, readonly [string, ...string[]]>> = {
  c: ['.c', '.c', '.h', '.inc', '.C'],
  cpp: ['.cpp', '.cc', '.hpp', '.cu', '.h'],
  rust: ['.rs'],
};

/** Names that a file may have, and most have not. */
const ODD_NAMES: readonly string[] = [
  ...[
    '::error file=x::y',
    '%0Aa',
    '--help',
    '-',
    ' ',
    'a b',
    'a\nb',
    'a\x1b[31mb',
    "'; rm",
    '$(id)',
    '<b>&"',
    '\u202ea',
  ],
  ...[
    '[x]',
    '*',
    '\\',
    'ü',
    '.hidden',
    '..c',
    'x'.repeat(200),
    '|a|b|',
    '`a`',
    '@ada',
    '#1',
    'a\tb',
    'a\rb',
    'CON',
  ],
];

/** The source with this number, and its folder. */
export function sourceInput(seed: number, index: number): SourceInput {
  const random = randomOf(seed, 'files', index);
  const folder = `${random.percent(5) ? `${pickName(random)}-` : 'i'}${index}`;
  if (random.percent(6)) {
    const { idea, language, text, beside = [] } = bare(random);
    const main = { path: nameOf(random, language), bytes: text };
    return { index, idea, folder, entries: [main, ...beside], canaries: [] };
  }
  const shape = random.pick(SHAPES)(random);
  const { idea, language, text, isClosed, beside = [], encode = Buffer.from } = shape;
  const file = nameOf(random, language);
  // Nothing behind the first one, and nothing that is closed, can make anything else of them.
  const canaries = [
    { name: `first_canary_${index}`, isSure: shape.encode === undefined },
    { name: `last_canary_${index}`, isSure: isClosed },
  ].map((one) => ({ ...one, file, language }));
  const [first = '', last = ''] = canaries.map(canaryText);
  const bytes = encode(`${first}\n${text}\n${last}\n`);
  return { index, idea, folder, entries: [{ path: file, bytes }, ...beside], canaries };
}

/** Most have a name that others of the folder may include. */
function nameOf(random: Random, language: Language): string {
  const ending = random.pick(ENDINGS[language]);
  return random.percent(90) ? `main${ending}` : `${pickName(random)}${ending}`;
}

function pickName(random: Random): string {
  return random.pick(ODD_NAMES);
}
