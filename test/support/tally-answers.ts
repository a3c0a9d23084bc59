import type { ServedRequest } from '../fakes/open-model-server.ts';

/** Who is asked, and about which step of the project `tally`. */
export interface Asked {
  readonly role:
    | 'planner'
    | 'type-planner'
    | 'layout-fixer'
    | 'signature-planner'
    | 'translator'
    | 'migration-fixer'
    | 'migration-reviewer'
    | 'migration-arbiter'
    | 'completer'
    | 'completion-reviewer';
  /** C functions, joined by `+`; empty for the layout of the crate. */
  readonly step: string;
  readonly text: string;
  /** Answers that the model has given in this conversation. */
  readonly turn: number;
}

const ROLES = [
  ['planner', 'First you lay out the'],
  ['type-planner', 'you lay out the types'],
  ['layout-fixer', 'the Rust compiler refuses it. You make it build'],
  ['signature-planner', 'you settle where it goes and what its Rust signature is'],
  ['translator', 'You write\nthe Rust for what stands in the plan'],
  ['migration-fixer', 'the Rust is not good\nyet'],
  ['migration-reviewer', 'You look for what these cannot see'],
  ['migration-arbiter', 'the second reader of a dispute'],
  ['completer', 'who completes a Rust crate'],
  ['completion-reviewer', 'You are the last one to look'],
] as const;

/** Reads a question of the migration. */
export function askedOf({ messages }: Pick<ServedRequest, 'messages'>): Asked {
  const texts = messages.map(({ content }) => (typeof content === 'string' ? content : ''));
  const role = ROLES.find(([, words]) => texts[0]?.includes(words))?.[0];
  if (role === undefined) throw new Error(`nobody known is asked: ${texts[0]?.slice(0, 200)}`);
  const text = texts[1] ?? '';
  const names = [...text.matchAll(/^(\w+): (?:src\/\w+\.rs$|\w+(?:::\w+)+ in |no Rust)/gm)];
  const step = [...new Set(names.map(([, name]) => name))].join('+');
  const turn = messages.filter((message) => message.role === 'assistant').length;
  return { role, step, text, turn };
}

const PLAN = `<PLAN>{ "name": "tally", "modules": [
  { "name": "number", "doc": "Numbers and their digits.", "functions": ["clamp", "digit", "parse_number"] },
  { "name": "sum", "doc": "Checksums.", "functions": ["checksum", "is_even", "is_odd"] }] }</PLAN>`;

const PLACES: Readonly<Record<string, object[]>> = {
  clamp: [
    {
      ...{ c: 'clamp', file: 'src/number.rs', rust: 'number::clamp' },
      signature: 'pub fn clamp(value: i32, low: i32, high: i32) -> i32',
    },
  ],
  checksum: [
    {
      ...{ c: 'checksum', file: 'src/sum.rs', rust: 'sum::checksum' },
      signature: 'pub fn checksum(data: &[u8]) -> u32',
      mapping: { c: { data: { role: 'elements', length: 'n' } } },
    },
  ],
  digit: [
    {
      ...{ c: 'digit', file: 'src/number.rs', rust: 'number::digit' },
      signature: 'pub(crate) fn digit(c: u8) -> Option<i32>',
      mapping: { result: { some: 'return', none: -1 } },
    },
  ],
  parse_number: [
    {
      ...{ c: 'parse_number', file: 'src/number.rs', rust: 'number::parse_number' },
      signature: 'pub fn parse_number(text: &[u8]) -> Option<i32>',
      mapping: {
        c: { text: { role: 'text' } },
        result: { some: '*out', none: -1, success: 0 },
      },
    },
  ],
  'is_even+is_odd': [
    {
      ...{ c: 'is_even', file: 'src/sum.rs', rust: 'sum::is_even' },
      signature: 'pub fn is_even(n: u32) -> bool',
    },
    {
      ...{ c: 'is_odd', file: 'src/sum.rs', rust: 'sum::is_odd' },
      signature: 'pub fn is_odd(n: u32) -> bool',
    },
  ],
  tally_release: [{ c: 'tally_release', skip: 'dropping a Vec frees it' }],
};

function code(file: string, text: string, tests: string): string {
  return `<TESTS file="${file}">\n${tests}\n</TESTS>\n<CODE file="${file}">\n${text}\n</CODE>`;
}

/** Rust that does what the C does, by step. */
export const RUST: Readonly<Record<string, string>> = {
  clamp: code(
    'src/number.rs',
    `/// Keeps a value between two others.
pub fn clamp(value: i32, low: i32, high: i32) -> i32 {
    if value < low { low } else { value.min(high) }
}`,
    `#[test]
fn clamps() {
    assert_eq!(clamp(5, 0, 3), 3);
    assert_eq!(clamp(-5, 0, 3), 0);
    assert_eq!(clamp(1, 5, 3), 5);
}`,
  ),
  checksum: code(
    'src/sum.rs',
    `/// A checksum of some bytes.
pub fn checksum(data: &[u8]) -> u32 {
    data.iter().fold(17, |sum: u32, &byte| sum.rotate_left(5) ^ u32::from(byte))
}`,
    `#[test]
fn sums() {
    assert_eq!(checksum(b""), 17);
    assert_eq!(checksum(&[1]), 545);
}`,
  ),
  digit: code(
    'src/number.rs',
    `pub(crate) fn digit(c: u8) -> Option<i32> {
    c.is_ascii_digit().then(|| i32::from(c - b'0'))
}`,
    `#[test]
fn knows_digits() {
    assert_eq!(digit(b'7'), Some(7));
    assert_eq!(digit(b'x'), None);
}`,
  ),
  parse_number: code(
    'src/number.rs',
    `const TALLY_MAX: i32 = 9999;

/// The number that a text is, at most 9999.
pub fn parse_number(text: &[u8]) -> Option<i32> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0, |value, &c| Some(clamp(value * 10 + digit(c)?, 0, TALLY_MAX)))
}`,
    `#[test]
fn parses() {
    assert_eq!(parse_number(b"120"), Some(120));
    assert_eq!(parse_number(b"99999"), Some(9999));
    assert_eq!(parse_number(b""), None);
    assert_eq!(parse_number(b"1x"), None);
}`,
  ),
  'is_even+is_odd': code(
    'src/sum.rs',
    `/// Whether a number is even.
pub fn is_even(n: u32) -> bool {
    n.is_multiple_of(2)
}

/// Whether a number is odd.
pub fn is_odd(n: u32) -> bool {
    !is_even(n)
}`,
    `#[test]
fn knows_parity() {
    assert!(is_even(0) && is_odd(7));
}`,
  ),
};

/** What a model that makes no mistake answers. */
export function goodAnswer({ role, step }: Asked): string {
  switch (role) {
    case 'planner':
      return PLAN;
    case 'layout-fixer':
      return '';
    case 'type-planner':
      return '<TYPES>[]</TYPES>';
    case 'signature-planner':
      return `<PLAN>${JSON.stringify(PLACES[step])}</PLAN>`;
    case 'translator':
    case 'migration-fixer':
      return RUST[step] ?? '';
    case 'migration-reviewer':
      return '<REVIEW>{ "issues": [] }</REVIEW>';
    case 'migration-arbiter':
      return '<VERDICT>{ "holds": false, "because": "it is not so" }</VERDICT>';
    case 'completer':
      throw new Error('a test with an interface that is not filled gives this answer itself');
    case 'completion-reviewer':
      return '<REVIEW>{ "issues": [] }</REVIEW>';
  }
}
