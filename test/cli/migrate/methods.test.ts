import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { symbolFiles } from '../../../src/migration/state/symbol-map.ts';
import { rustward } from '../../support/command-line.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const SYMBOL = {
  ...{ c_name: 'sum', c_qname: 'sum', c_file: 'a.c', start_line: 1, end_line: 9 },
  ...{ module: 'src/a.rs', rust_symbol: 'a::sum', remarks: [], updated_at: '2026-01-01' },
  signature: 'pub fn sum(data: &[u8]) -> u32',
  evidence: {
    ...{ kind: 'equal', cases: 64, excluded: 0, seed: 1, limits: [], undefinedBehaviour: [] },
    coverage: { lines: 1, coveredLines: 1, branches: 0, coveredBranches: 0 },
    milliseconds: 1,
  },
  method: {
    kinds: ['works on bits'],
    answered: [{ refusal: 'compile', about: 'E0308', change: '- a\u001b[31m\n+ b' }],
  },
} as const;

function project(symbol: object = {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.rustward'), { recursive: true });
  const one = JSON.parse(JSON.stringify({ ...SYMBOL, ...symbol }));
  addFiles(folder, symbolFiles([one]));
  writeFileSync(join(folder, 'a.c'), '');
  return folder;
}

function methods(folder: string, ...options: string[]) {
  return rustward(['migrate', 'methods', folder, ...options], folder, {
    PATH: process.env['PATH'],
    HOME: temporaryFolder(),
  });
}

test('a method is shown with its kind, its evidence and what answered a refusal, as text alone', () => {
  const { status, stdout } = methods(project());
  expect(status).toBe(0);
  expect(stdout).toBe(
    [
      'sum (a.c)',
      '  pub fn sum(data: &[u8]) -> u32',
      '  kind of work: works on bits',
      '  the same as the C on 64 inputs',
      '  compile E0308, answered by:',
      '    - a⟨U+001B⟩[31m',
      '    + b',
      '',
    ].join('\n'),
  );
});

test('the same as JSON', () => {
  const { stdout } = methods(project(), '--json');
  const [first] = z.array(z.looseObject({})).parse(JSON.parse(stdout));
  expect(first).toEqual({
    ...{ function: 'sum', file: 'a.c', signature: SYMBOL.signature, kinds: ['works on bits'] },
    ...{ cases: 64, commit: '', refused: {}, answered: SYMBOL.method.answered },
  });
});

test('what was not compared is no method, and what an older version wrote has no kinds', () => {
  const evidence = { kind: 'not checked', because: 'no sandbox' };
  expect(methods(project({ evidence })).stdout).toMatch(/^No function was migrated yet/);
  const { method: _, ...older } = SYMBOL;
  const folder = temporaryFolder();
  addFiles(folder, symbolFiles([JSON.parse(JSON.stringify(older))]));
  expect(methods(folder).stdout).toContain('kind of work: none that is known');
});
