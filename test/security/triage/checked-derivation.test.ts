import { beforeAll, describe, expect, test } from '@jest/globals';
import { triggerPathProblems } from '../../../src/security/triage/checked-derivation.ts';
import { type ScannedTree, scannedTree } from '../../support/scanned-tree.ts';

const CODE = `#include <string.h>
static void copy(char *to, const char *from)
{
    strcpy(to, from);
}

static void parse(const char *text)
{
    char buffer[8];
    copy(buffer, text);
}

static void on_event(const char *text)
{
    parse(text);
}

struct ops { void (*run)(const char *); };
void loop(void (*handler)(const char *), const char *t) { handler(t); }

int main(int argc, char **argv)
{
    parse(argv[1]);
    loop(on_event, argv[2]);
    return 0;
}

int late(const char *text)
{
    parse(text);
    int n = 1;
    n++;
    n++;
    n++;
    return n;
}
`;

const DEFECT = { file: 'a.c', line: 4, function: 'copy' };

let tree: ScannedTree;

beforeAll(async () => {
  tree = await scannedTree({ 'a.c': CODE, 'b.c': 'int elsewhere(void) { return 1; }\n' });
  // Read before the folder goes away with the hook that made it.
  for (const file of ['a.c', 'b.c']) tree.index.lines(file);
});

function problems(...steps: [name: string, line: number, file?: string][]): string[] {
  const path = steps.map(([name, line, file = 'a.c']) => ({
    function: name,
    file,
    line,
    action: '.',
  }));
  return triggerPathProblems(path, DEFECT, tree.index);
}

describe('a path holds', () => {
  test.each([
    [
      'along calls that are there',
      [
        ['main', 23],
        ['parse', 10],
        ['copy', 4],
      ],
    ],
    [
      'also when a line is a little off',
      [
        ['main', 22],
        ['parse', 9],
        ['copy', 4],
      ],
    ],
    [
      'with several steps in a function',
      [
        ['main', 22],
        ['main', 23],
        ['parse', 9],
        ['parse', 10],
        ['copy', 4],
      ],
    ],
    [
      'with a step back to who called',
      [
        ['main', 23],
        ['parse', 10],
        ['copy', 4],
        ['parse', 10],
        ['copy', 4],
      ],
    ],
    [
      'where a function was handed on',
      [
        ['main', 24],
        ['loop', 19],
        ['on_event', 15],
        ['parse', 10],
        ['copy', 4],
      ],
    ],
    [
      'with parentheses after the name',
      [
        ['main()', 23],
        ['parse()', 10],
        ['copy()', 4],
      ],
    ],
  ] as [string, [string, number][]][])('%s', (_name, steps) => {
    expect(problems(...steps)).toEqual([]);
  });
});

describe('a path does not hold', () => {
  test.each([
    [
      'a call that is not there',
      [
        ['main', 23],
        ['copy', 4],
      ],
      'step 1: main (a.c) does not call copy; it calls loop, parse',
    ],
    [
      'a call at another place',
      [
        ['late', 35],
        ['parse', 10],
        ['copy', 4],
      ],
      'late calls parse on line 30 of a.c, not on line 35',
    ],
    [
      'a function that is not there',
      [
        ['start', 23],
        ['parse', 10],
        ['copy', 4],
      ],
      'a.c defines no function start',
    ],
    [
      'a function of another file',
      [
        ['elsewhere', 1],
        ['parse', 10],
        ['copy', 4],
      ],
      'it is defined in b.c',
    ],
    [
      'a line outside of the function',
      [
        ['main', 10],
        ['parse', 10],
        ['copy', 4],
      ],
      'line 10 of a.c is not in main, which reaches from 21 to 26',
    ],
    [
      'a line that the file does not have',
      [
        ['main', 999],
        ['copy', 4],
      ],
      'a.c has only',
    ],
    [
      'a file that is not there',
      [
        ['main', 3, 'c.c'],
        ['copy', 4],
      ],
      'the project has no file c.c',
    ],
    [
      'another end',
      [
        ['main', 23],
        ['parse', 10],
      ],
      'the path must end at the candidate, a.c:4 in copy',
    ],
  ] as [string, [string, number, string?][], string][])('%s', (_name, steps, problem) => {
    expect(problems(...steps).join('\n')).toContain(problem);
  });
});

test('a call of something else is no call through a pointer', () => {
  expect(problems(['parse', 9], ['on_event', 15], ['parse', 10], ['copy', 4]).join()).toContain(
    'parse (a.c) does not call on_event',
  );
});

test('a candidate outside of functions is reached at its line', () => {
  const line = 18;
  const path = [
    { function: 'main', file: 'a.c', line: 23, action: '.' },
    { function: '(file)', file: 'a.c', line, action: '.' },
  ];
  const candidate = { file: 'a.c', line, function: '' };
  expect(triggerPathProblems(path, candidate, tree.index)).toEqual([]);
  const within = [{ function: '(file)', file: 'a.c', line: 23, action: '.' }];
  expect(triggerPathProblems(within, DEFECT, tree.index).join()).toContain('no function (file)');
});

test('names with characters of regular expressions are taken as they are', () => {
  expect(problems(['a.*(b', 23], ['copy', 4]).join()).toContain('defines no function a.*(b');
});
