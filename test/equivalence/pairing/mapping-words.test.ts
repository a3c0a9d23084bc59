import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseMapping } from '../../../src/equivalence/pairing/mapping.ts';
import { mappingWords } from '../../../src/equivalence/pairing/mapping-words.ts';

const lines = mappingWords().split('\n');

test('every role and every form of a result has a line with words', () => {
  for (const line of lines.filter((one) => one.startsWith('- '))) {
    expect(line).toMatch(/^- `.+`: \S.*$/);
    expect(line).not.toMatch(/undefined|\{ \}/);
  }
  for (const word of ['"elements"', '"callback"', '"spare"', '"buffer"', '"offset"', '"match"']) {
    expect(mappingWords()).toContain(word);
  }
});

const VALUES: Readonly<Record<string, string>> = {
  ...{ NUMBER: '4', INTEGER: '-1', RESULT: '"*out"', '"C NAME"': '"n"', '"C TYPE"': '"struct s"' },
  ...{ '"RUST NAME"': '"at"', '"RUST PATTERN"': '"E::A"', '"TEXT"': '"r"', '"*C NAME"': '"*out"' },
};

const ONE = String.raw`(?:"[^"]*"|-?\d+|null|true|\[(?:[^[\]]|\[[^[\]]*\])*\]|\{[^{}]*\})`;
const CHOICE = new RegExp(`${ONE}(?: or ${ONE})+`);

/** All ways to read `A or B`, one at a time, with everything in it that may be left out. */
function written(form: string): string[] {
  const filled = Object.entries(VALUES).reduce(
    (text, [word, value]) => text.replaceAll(word, value),
    form.replaceAll('"?', '"'),
  );
  const choice = CHOICE.exec(filled)?.[0];
  if (choice === undefined) return [filled];
  const ways = choice.match(new RegExp(ONE, 'g')) ?? [];
  return ways.flatMap((one) => written(filled.replace(choice, one)));
}

test('whatever the words say can be read', () => {
  const from = lines.findIndex((line) => line.startsWith('Forms of `result`'));
  const formOf = (line: string) => /^- `(.+?)`: /.exec(line)?.[1] ?? '';
  for (const line of lines.slice(1, from - 2)) {
    for (const text of written(formOf(line))) parseMapping(`{ c: { a: ${text} } }`);
  }
  for (const line of lines.slice(from + 2)) {
    for (const text of written(formOf(line))) parseMapping(`{ result: ${text} }`);
  }
});

test('the examples of the prompt can be read', () => {
  const prompt = readFileSync(
    join(import.meta.dirname, '../../../prompts/signature-planner.md'),
    'utf8',
  );
  const part = (name: string) => {
    const text = prompt.slice(prompt.indexOf(`\n- \`${name}\``)).slice(3);
    return text.slice(0, text.search(/\n(?:- |\n)/)).replaceAll(/\n\s*/g, ' ');
  };
  const examples = (name: string) =>
    [...part(name).matchAll(/`(\{ .+? \})`/g)].map(([, one]) => one);
  const all = ['rust', 'c', 'records', 'result'].flatMap((name) =>
    examples(name).map((text) => `{ ${name}: ${text} }`),
  );
  expect(all.length).toBeGreaterThan(4);
  for (const text of all) parseMapping(text);
});

test('a length is a number, a name or text in every place', () => {
  for (const length of ['64', '"64"', '"n"']) {
    parseMapping(`{ c: { a: { role: 'elements', length: ${length} } } }`);
    parseMapping(`{ records: { 'struct s': { data: { length: ${length} } } } }`);
    parseMapping(`{ result: { buffer: 'return', length: ${length} } }`);
  }
});
