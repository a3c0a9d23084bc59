import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { MistakesError, messageOf } from '../src/errors.ts';
import { parseYaml, type YamlChecks } from '../src/parse-yaml.ts';

const schema = z.strictObject({
  name: z.string().default('none'),
  list: z.array(z.string()).optional(),
});
const KEYS = new Map([['', ['name', 'list']]]);

const parse = (text: string, checks?: YamlChecks) => parseYaml(text, 'a.yml', schema, KEYS, checks);

/** What is wrong with a text. */
function wrong(text: string, checks?: YamlChecks): string {
  try {
    parse(text, checks);
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    return messageOf(thrown);
  }
  throw new Error('nothing is');
}

test('a file says what is written, where, and what follows from it', () => {
  const { parsed, written, placeOf } = parse('# a comment\nlist:\n  - x\n  - y\n');
  expect(parsed).toEqual({ name: 'none', list: ['x', 'y'] });
  expect(written).toEqual({ list: ['x', 'y'] });
  expect([['list'], ['list', 0], ['list', 1], ['list', 7], ['name'], []].map(placeOf)).toEqual([
    ...['a.yml:2', 'a.yml:3', 'a.yml:4', 'a.yml:2', 'a.yml:2', 'a.yml:2'],
  ]);
  expect(parse('# nothing\n').parsed).toEqual({ name: 'none' });
  expect(parse('').parsed).toEqual({ name: 'none' });
});

describe('what is wrong is told with its line', () => {
  test.each([
    ['name: 1\n', 'a.yml:1'],
    ['\nlist:\n  - 1\n', 'a.yml:3'],
    ['name: x\nname: y\n', 'a.yml:2'],
    ['name: x\nother: y\n', 'a.yml:2'],
    ['list: [x\n', 'no YAML'],
    ['name: x\n---\nname: y\n', 'it has several documents; keep one, without a line ---'],
    ['list: [*x]\n', 'more than 20 aliases, or one that names nothing'],
  ])('%j', (text, what) => {
    expect(wrong(text)).toContain(what);
  });

  test('all of it, in its order', () => {
    const all = wrong('name: 1\nlist: 2\nother: 3\n').split('\n');
    expect(all.map((line) => /a\.yml:\d/.exec(line)?.[0])).toEqual(
      expect.arrayContaining(['a.yml:1', 'a.yml:2', 'a.yml:3']),
    );
    expect(() => parse('name: 1\nlist: 2\n')).toThrow(MistakesError);
  });

  test('and what a caller checks besides', () => {
    const check = () => [{ path: ['name'], what: 'is taken' }];
    expect(wrong('list: []\nname: x\n', { check })).toContain('a.yml:2');
    expect(wrong('name: x\n', { check, placeOf: (line) => `line ${line} of it` })).toContain(
      'line 1 of it',
    );
  });
});

test('a file is no longer than it may be', () => {
  expect(wrong('name: xx\n', { maxCharacters: 8 })).toBe(
    'a.yml has more than 8 characters; shorten it',
  );
  expect(parse('name: xx\n', { maxCharacters: 9 }).parsed.name).toBe('xx');
  expect(wrong(`# ${'x'.repeat(65_536)}`)).toContain('more than 65536 characters');
});

test('a part may be repeated by name, but not often', () => {
  const repeated = (count: number) => `name: &a x\nlist: [${Array(count).fill('*a').join(', ')}]\n`;
  expect(parse(repeated(19)).parsed.list).toHaveLength(19);
  expect(wrong(repeated(21))).toContain('more than 20 aliases');
});
