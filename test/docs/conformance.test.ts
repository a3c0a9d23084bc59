import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { rustward } from '../support/command-line.ts';

const STATES = ['there', 'in part', 'not there', 'otherwise'] as const;
type State = (typeof STATES)[number];

interface Row {
  readonly id: string;
  readonly requirement: string;
  readonly shownBy: string;
  /** Undefined for a row without a state, or with one that there is none of. */
  readonly state: State | undefined;
  /** What is missing, or was decided instead. */
  readonly remark: string;
}

const page = readFileSync(join(import.meta.dirname, '../../docs/conformance.md'), 'utf8');
// That its paths and npm scripts exist, `test/docs.test.ts` checks as for every page.
const rows = rowsOf(page);

test('the page has rows of every part of the specification', () => {
  const parts = new Set(rows.map(({ id }) => id.replace(/\d.*/, '')));
  expect([...parts]).toEqual(['S', 'M', 'A', 'G', 'X']);
  expect(rows.length).toBeGreaterThan(150);
});

test('each row has a number of its own, and one of the states', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter(({ state }) => state === undefined)).toEqual([]);
});

test('what is there names a test or a command, and nothing that is missing', () => {
  const named = /`(?:(?:test|bench)\/[^`]+\.test\.ts|npm run [^`]+|rustward [^`]+)`/;
  const wrong = rows.filter(
    (row) => row.state === 'there' && (!named.test(row.shownBy) || row.remark),
  );
  expect(wrong).toEqual([]);
});

test('what is there in part says what is missing, and what was decided otherwise says what and where', () => {
  const silent = rows.filter(({ state, remark }) => state === 'in part' && remark === '');
  const unfounded = rows.filter(
    ({ state, remark, shownBy }) =>
      state === 'otherwise' && (remark === '' || !/\]\([\w/-]+\.md\)/.test(shownBy)),
  );
  expect([...silent, ...unfounded]).toEqual([]);
});

test.each(STATES)('the count of what is %s is that of the rows', (state) => {
  const [, count] = new RegExp(`^\\| \\*\\*${state}\\*\\* \\| (\\d+) \\|`, 'm').exec(page) ?? [];
  expect(Number(count)).toBe(rows.filter((row) => row.state === state).length);
});

test('the lists at the top are the rows that are not there, and those that are there in part', () => {
  const missing = rows.filter(({ state }) => state === 'not there');
  expect(listBelow('What is not there')).toEqual(
    missing.map(({ id, requirement }) => `${id}: ${requirement}`),
  );
  const partial = rows.filter(({ state }) => state === 'in part');
  expect(listBelow('What is there in part')).toEqual(
    partial.map(({ id, requirement, remark }) => `${id}: ${requirement} (${remark})`),
  );
});

// What a requirement is about may not exist; what shows it does.
const commands = commandsOf(rows.map(({ shownBy }) => shownBy).join('\n'));

test('commands of every kind are named', () => {
  expect(commands.size).toBeGreaterThan(10);
});

describe('a command that is named exists, with its options', () => {
  test.each([...commands])('rustward %s', (words, options) => {
    const { stdout } = rustward([...words.split(' '), '--help']);
    // Of words that are no command, the help is that of the program or of what stands above them.
    expect(stdout).toMatch(new RegExp(`^Usage: rustward ${words}(?: \\[| <|$)`, 'm'));
    expect([...options].filter((option) => !new RegExp(`\\s${option}\\b`).test(stdout))).toEqual(
      [],
    );
  });
});

test('a command or an option that does not exist would be seen', () => {
  const { stdout } = rustward(['migrate', 'nothing', '--help']);
  expect(stdout).not.toMatch(/^Usage: rustward migrate nothing/m);
  expect([
    ...commandsOf('`rustward migrate run --dry-run` and `rustward migrate run --only`'),
  ]).toEqual([['migrate run', new Set(['--dry-run', '--only'])]]);
});

function rowsOf(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| ([SMAGX][\d.]+) \| (.*?) \| (.*?) \| (.*) \|$/gm)].map(
    ([, id = '', requirement = '', shownBy = '', last = '']) => {
      const [, word = '', remark = ''] = /^\*\*([\w ]+)\*\*(?:: (.+))?$/.exec(last) ?? [];
      return { id, requirement, shownBy, remark, state: STATES.find((state) => state === word) };
    },
  );
}

/** The options that a page names, by the words of their command. */
function commandsOf(markdown: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, code = ''] of markdown.matchAll(/`rustward ([a-z][^`]*)`/g)) {
    const words = code.split(' ');
    const command = words.filter((word) => !word.startsWith('-')).join(' ');
    const options = found.get(command) ?? new Set();
    for (const word of words) if (word.startsWith('-')) options.add(word);
    found.set(command, options);
  }
  return found;
}

/** The items of the list below a heading. */
function listBelow(heading: string): string[] {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^- (.*)$/gm)].map(([, item = '']) => item);
}
