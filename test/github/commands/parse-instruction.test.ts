import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { instructionSchema } from '../../../src/github/commands/instruction.ts';
import { parseInstruction } from '../../../src/github/commands/parse-instruction.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

const problemOf = (body: string) => {
  const instruction = parseInstruction(body);
  return instruction?.name === 'mistaken' ? instruction.problem : undefined;
};

test.each([
  ['/rustward review', { name: 'review' }],
  ['/rustward review  \t\r\nplease', { name: 'review' }],
  ['/rustward', { name: 'help' }],
  ['/rustward\thelp\nmore talk', { name: 'help' }],
  ['/rustward explain 1a2b3c4d', { name: 'explain', finding: '1a2b3c4d' }],
  ['/rustward explain `1A2B3C4D`', { name: 'explain', finding: '1a2b3c4d' }],
  ['/rustward reopen 00000000', { name: 'reopen', finding: '00000000' }],
  ['/rustward fix 00000000', { name: 'fix', finding: '00000000' }],
  ['/rustward fix 00000000 Approve', { name: 'fix', finding: '00000000', approve: true }],
  [
    '/rustward fp 1a2b3c4d  checked by  the caller',
    { name: 'fp', finding: '1a2b3c4d', reason: 'checked by the caller' },
  ],
  [
    '/rustward accept 1a2b3c4d only\u202Ein\u0000 tests\u200B',
    { name: 'accept', finding: '1a2b3c4d', reason: 'only in tests' },
  ],
])('%j is understood', (body, instruction) => {
  expect(parseInstruction(body)).toEqual(instruction);
});

test.each([
  '',
  'please /rustward review',
  ' /rustward review',
  '    /rustward review',
  '> /rustward review',
  '>/rustward review',
  '```\n/rustward review\n```',
  '`/rustward review`',
  '~~~\n/rustward review',
  '\n/rustward review',
  'thanks\n/rustward review',
  '/rustwarden review',
  '/rustward: review',
  '/Rustward review',
  '\uFEFF/rustward review',
  '<!-- -->/rustward review',
  '//rustward review',
])('%j is no instruction', (body) => {
  expect(parseInstruction(body)).toBeUndefined();
});

test('what makes no sense is answered with what would', () => {
  expect(problemOf('/rustward reveiw')).toBe(
    'There is no instruction `reveiw`: did you mean `/rustward review`?',
  );
  expect(problemOf('/rustward Fp 1a2b3c4d no')).toMatch(
    /did you mean `\/rustward fp KEY REASON`\?/,
  );
  expect(problemOf('/rustward deploy')).toMatch(/`\/rustward help` lists what there is/);
  expect(problemOf('/rustward review --model evil')).toBe('`review` takes nothing after it.');
  expect(problemOf('/rustward explain')).toMatch(/^`\/rustward explain KEY`; the KEY is/);
  expect(problemOf('/rustward explain 1a2b3c4')).toMatch(/eight digits/);
  expect(problemOf('/rustward fix 1a2b3c4d now')).toMatch(/^`\/rustward fix KEY \[approve\]`/);
  expect(problemOf('/rustward fix 1a2b3c4d approve it')).toMatch(/^`\/rustward fix KEY/);
  expect(problemOf('/rustward fp 1a2b3c4d')).toBe('A reason is missing: `/rustward fp KEY REASON`');
  expect(problemOf(`/rustward fp 1a2b3c4d ${'x'.repeat(501)}`)).toMatch(/longer than 500/);
});

test('an answer repeats nothing that acts in Markdown', () => {
  expect(problemOf('/rustward `@ada`[x](https://evil)#1<b>')).toBe(
    'There is no instruction `??ada??x??https???evil??1?b?`: `/rustward help` lists what there is.',
  );
});

test('whatever is written, it is either no instruction or one of the known form', () => {
  const word = fc.oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 30 }),
    fc.constantFrom('/rustward', 'fp', 'accept', 'explain', '1a2b3c4d', 'constructor', '__proto__'),
    fc.constantFrom(' ', '\t', '\u00A0', '\n', '\r\n', '\u2028', '\u0000', '>', '`'),
  );
  const body = fc.tuple(fc.constantFrom('', '/rustward '), fc.array(word)).map(([first, rest]) => {
    return first + rest.join(' ');
  });
  fc.assert(
    fc.property(body, (text) => {
      const instruction = parseInstruction(text);
      if (instruction === undefined) return;
      expect(text.startsWith('/rustward')).toBe(true);
      expect(instructionSchema.parse(instruction)).toEqual(instruction);
      expect(JSON.stringify(instruction)).not.toMatch(/\\u0000|[\u202a-\u202e\u2066-\u2069]/);
    }),
    { numRuns: 2000 },
  );
});

test('what follows the first line changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (line, rest) => {
      const first = `/rustward ${line.replaceAll(/[\r\n]/g, '')}`;
      expect(parseInstruction(`${first}\n${rest}`)).toEqual(parseInstruction(first));
    }),
  );
});

test('a reason comes through as it was written, but for its spaces', () => {
  const reasonWord = fc.stringMatching(/^[!-~äß漢]{1,12}$/u);
  fc.assert(
    fc.property(fc.array(reasonWord, { minLength: 1, maxLength: 20 }), (words) => {
      expect(parseInstruction(`/rustward fp 1a2b3c4d ${words.join('  ')}`)).toEqual({
        ...{ name: 'fp', finding: '1a2b3c4d', reason: words.join(' ') },
      });
    }),
  );
});

test('functions are asked for by their names', () => {
  const read = (text: string) => parseInstruction(text);
  expect(read('/migrate bytes_get_u16')).toEqual({
    ...{ name: 'migrate', function: 'bytes_get_u16', stack: false },
  });
  expect(read('/migrate `init()` --file src/b.c --stack\nplease')).toEqual({
    ...{ name: 'migrate', function: 'init', file: 'src/b.c', stack: true },
  });
  expect(read('/migrate retry init --file=b.c')).toEqual({
    ...{ name: 'migrate-retry', function: 'init', file: 'b.c' },
  });
  expect(read('/migrate next')).toEqual({ name: 'migrate-next', count: 1 });
  expect(read('/migrate next 12')).toEqual({ name: 'migrate-next', count: 12 });
  // What is called as a word of ours, and what is a word of Rust.
  expect(read('/migrate -- next')).toEqual({ name: 'migrate', function: 'next', stack: false });
  expect(read('/migrate match')).toEqual({ name: 'migrate', function: 'match', stack: false });
  expect(read('/migrate status')).toEqual({ name: 'migrate-status' });
  expect(read('/migrate stop')).toEqual({ name: 'migrate-stop' });
  expect(read('/approve 17')).toEqual({ name: 'approve', job: 17 });
  expect(read('/migrate')).toEqual({ name: 'help' });
});

test('what is no function is none, whatever it would do elsewhere', () => {
  for (const bad of [
    ...[
      '../../x',
      '$(id)',
      '`id`; x',
      'a;b',
      'a|b',
      '-x',
      '--file',
      'f --file ../x',
      'f --file /x',
    ],
    ...[
      'f --file a/../b',
      'f g',
      'f --force',
      'A'.repeat(200),
      '1f',
      'fünf',
      'retry',
      'retry ../x',
    ],
    ...['retry f --stack', 'next 0', 'next -1', 'next 51', 'next x', 'next 1 2', 'stop now'],
    ...['f --file C:\\x', `f --file ${'x'.repeat(401)}`, '%s', '<script>', '@all', '#1'],
  ]) {
    const found = parseInstruction(`/migrate ${bad}`);
    expect([bad, found?.name]).toEqual([bad, 'mistaken']);
    if (found?.name === 'mistaken') expect(found.problem).not.toMatch(/[<@$(|\\]|\.\.\//);
  }
  for (const bad of ['', 'x', '0', '1 2', '-1', '1'.repeat(20)])
    expect(parseInstruction(`/approve ${bad}`)?.name).toBe('mistaken');
  // A line of its own, from its first column, and not a word that begins like ours.
  for (const none of [' /migrate f', '> /migrate f', '/migratef', '/migrate-f', 'x\n/migrate f'])
    expect(parseInstruction(none)).toBeUndefined();
});

test.each([
  ['/migrate status now', '`/migrate status` takes nothing after it.'],
  ['/migrate stop now', '`/migrate stop` takes nothing after it.'],
  ['/migrate retry f --stack', '`--stack` goes with `/migrate FUNCTION` only.'],
  ['/migrate next 51', '`/migrate next [N]`; N is a number from 1 to 50.'],
  ['/migrate next 0', '`/migrate next [N]`; N is a number from 1 to 50.'],
  ['/migrate next 1 2', '`/migrate next [N]`; N is a number from 1 to 50.'],
  ['/approve x', '`/approve JOB`; the JOB is the number in the answer that asks for it.'],
  ['/migrate f --file ../x', '`--file` takes the path of a file of the repository, without `..`.'],
  [
    '/migrate f --force=a;b',
    '`--force?a?b` makes no sense there: `/migrate FUNCTION [--file PATH] [--stack]`.',
  ],
  ['/migrate f g', '`g` makes no sense there: `/migrate FUNCTION [--file PATH] [--stack]`.'],
  ['/migrate retry', 'A function is missing: `/migrate FUNCTION [--file PATH] [--stack]`.'],
  ['/migrate 1f', '`1f` is no name of a C function: letters, digits and `_`, at most 128 of them.'],
])('%s is answered with what is wrong', (text, problem) => {
  expect(parseInstruction(text)).toEqual({ name: 'mistaken', problem });
});

test.each([
  ['/migrate next', { name: 'migrate-next', count: 1 }],
  ['/migrate next 50', { name: 'migrate-next', count: 50 }],
  ['/migrate status', { name: 'migrate-status' }],
  ['/migrate stop', { name: 'migrate-stop' }],
  ['/migrate', { name: 'help' }],
  ['/migrate help', { name: 'help' }],
  ['/migrate retry `f()` --file=a.c', { name: 'migrate-retry', function: 'f', file: 'a.c' }],
  ['/migrate f --file `a.c`', { name: 'migrate', function: 'f', file: 'a.c', stack: false }],
  ['/migrate --stack f', { name: 'migrate', function: 'f', stack: true }],
  ['/approve #7', { name: 'approve', job: 7 }],
  ['/approve `12`', { name: 'approve', job: 12 }],
  [`/approve ${'1'.repeat(15)}`, { name: 'approve', job: Number('1'.repeat(15)) }],
  [`/approve ${'1'.repeat(16)}`, expect.objectContaining({ name: 'mistaken' })],
])('%s is understood', (text, found) => {
  expect(parseInstruction(text)).toEqual(found);
});

test('no text makes an instruction of the migration that is not checked', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
      const found = parseInstruction(`/migrate ${text}`);
      expect(instructionSchema.safeParse(found).success).toBe(true);
    }),
  );
});
