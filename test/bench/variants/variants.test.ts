import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Compiler } from '../../../bench/variants/compiler.ts';
import { correspondingLines, markedLines } from '../../../bench/variants/marks.ts';
import { readProgram, withClosedComments } from '../../../bench/variants/program.ts';
import { Counts, table } from '../../../bench/variants/table.ts';
import { TRANSFORMATIONS } from '../../../bench/variants/transformations.ts';
import { variantsOf } from '../../../bench/variants/variants-of.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';

const parser = await loadGrammars().parser('c');

/** It has something for each transformation. */
const PROGRAM = `#include <stdio.h>
#include <string.h>
struct shelf { int room; int used; };
static int total;
static int sum(const int *all, int count, const struct shelf *on) {
  int found = 0;
  int step = count > 12 ? 2 : 1;
  if (on->room == 0 || count < 0) return -1;
  for (int i = 0; i < count; i += step) {
    found += all[i]; // defect
    total = total + on->used;
  }
  while (found > 100) found -= 7;
  int parts = count / 3;
  return found * 10 + parts;
}
static void put(const char *text, int width) {
  char line[32];
  size_t length = strlen(text);
  if (length < sizeof line) {
    memcpy(line, text, length + 1);
    if (width > 3) width = 3; else width = 2;
    printf("%s %d\\n", line, width);
  }
}
int main(void) {
  int all[4] = { 40, 2, 31, 90 };
  struct shelf on = { 5, 6 };
  printf("%d", sum(all, 4, &on));
  put("shelf", total);
  return 0;
}`;

describe('the variants of a program', () => {
  let folder = '';
  let expected = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rustward-variants-test-'));
    expected = printed(closed, 'original');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const closed = withClosedComments(PROGRAM, parser);
  const program = readProgram(closed, parser);
  const variants = (name: string) =>
    program === undefined
      ? []
      : variantsOf(program, [name], 3, new Compiler(join(folder, 'answers.json')));

  /** What a program prints. */
  function printed(text: string, name: string): string {
    const [source, binary] = [join(folder, `${name}.c`), join(folder, name)];
    writeFileSync(source, text);
    execFileSync('clang', ['-w', '-o', binary, source]);
    return execFileSync(binary, { encoding: 'utf8' });
  }

  test.each(Object.keys(TRANSFORMATIONS))('%s changes the text and not the meaning', (name) => {
    const made = variants(name);
    expect(made.length).toBeGreaterThan(0);
    for (const { text } of made) {
      expect(text).not.toBe(closed);
      expect(parseSyntax(parser, text).errors).toBe(0);
      expect(markedLines(text)).toHaveLength(1);
    }
    const [first] = made;
    expect(printed(first?.text ?? '', name)).toBe(expected);
  });

  test('are the same for the same seed, and nearest to the defect first', () => {
    expect(variants('outline')).toEqual(variants('outline'));
    const [nearest] = variants('outline');
    expect(nearest?.text.split('\n').find((line) => line.includes('defect'))).toMatch(/made_value/);
  });

  test('have what was put in marked as a place of the defect', () => {
    const [nearest] = variants('outline');
    expect(correspondingLines(nearest?.text ?? '').size).toBe(2);
  });
});

test('a program that does not compile has none', () => {
  expect(readProgram('int f(void) { return missing; }', parser)).toBeUndefined();
});

test('the table names what each rule loses', () => {
  const counts = new Counts();
  Object.assign(counts.of('some_rule', 'outline'), { kept: 1, tried: 3, good: 2 });
  Object.assign(counts.of('some_rule', 'split'), { kept: 2, tried: 2, alarms: 1, good: 1 });
  Object.assign(counts.of('sound_rule', 'split'), { kept: 4, tried: 4 });
  const lines = table(counts.list()).split('\n');
  expect(lines).toContainEqual(
    expect.stringMatching(/^some_rule .* 3 \/ 5 60 % .* 1 \/ 3 {3}outline 2$/),
  );
  expect(lines).not.toContainEqual(expect.stringMatching(/^sound_rule/));
  expect(lines).toContainEqual(expect.stringMatching(/^all .* 7 \/ 9 78 %/));
});
