import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rustward } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/engine-example.md'), 'utf8');
const INCLUDES = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n';

interface Found {
  readonly candidates: readonly {
    line: number;
    pattern: string;
    severity: string;
    confidence: number;
  }[];
}

test('the scan says of the program of the page what the page says', () => {
  const code = /```c\n(.*?)```/s.exec(page)?.[1] ?? '';
  const lines = code.split('\n').map((line) => line.slice(4));
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ex.c'), `${INCLUDES}${lines.join('\n')}`);
  const report = join(folder, 'report.json');
  const { status } = rustward(['scan', 'ex.c', '--no-state', '--report', `json=${report}`], folder);
  const { candidates }: Found = JSON.parse(readFileSync(report, 'utf8'));
  expect(status).toBe(1);
  expect(candidates.map(({ line, pattern }) => [line, pattern])).toEqual([
    [9, 'out_of_bounds_write'],
    [24, 'double_free'],
  ]);
  const [write, free] = candidates;
  expect(write?.severity).toBe('high');
  expect(free?.confidence).toBeLessThan(0.5);
  expect(page).toContain('reports line 9 as high. Line 24 is a place to look at');
});
