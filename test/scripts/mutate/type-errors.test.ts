import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { SourceMutant } from '../../../scripts/mutate/mutant.ts';
import { typeErrors } from '../../../scripts/mutate/type-errors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PACKAGES = join(import.meta.dirname, '../../../node_modules');

const OPTIONS = {
  ...{ target: 'es2024', module: 'nodenext', strict: true, noEmit: true, types: [] },
  ...{ allowImportingTsExtensions: true, verbatimModuleSyntax: true, noUnusedParameters: true },
};

const FILES = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }),
  'src/number.ts': 'export const number = () => 1;\n',
  'src/user.ts': "import { number } from './number.ts';\nexport const half = number() / 2;\n",
  'src/name.ts': 'export function name(a: string, b: string): string {\n  return a + b;\n}\n',
};

/** A change of what stands in one line of a file. */
function change(file: keyof typeof FILES, line: number, was: string, replacement: string) {
  const column = FILES[file].split('\n')[line]?.indexOf(was) ?? -1;
  const location = { start: { line, column }, end: { line, column: column + was.length } };
  return { file, mutatorName: 'Any', location, replacement } satisfies SourceMutant;
}

test('changes are judged together by the compiler, as if each were made alone', () => {
  const folder = temporaryFolder(FILES);
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
  const harmful = change('src/number.ts', 0, '1', "'one'");
  const harmless = change('src/user.ts', 1, '2', '3');
  const unused = change('src/name.ts', 1, 'a + b', 'a');
  const second = change('src/name.ts', 1, 'a + b', 'a.length + b.length');
  const third = change('src/name.ts', 1, 'a + b', 'b + a');
  const all = [harmful, harmless, unused, second, third];
  const found = new Map(typeErrors(folder, all));
  // What is wrong with `user.ts` is the doing of `number.ts`.
  expect(found.get(harmful)).toMatch(/^src\/user\.ts.*arithmetic/);
  expect(found.get(harmless)).toBeUndefined();
  expect(found.get(unused)).toMatch(/^src\/name\.ts.*'b' is declared but its value is never read/);
  expect(found.get(second)).toMatch(/^src\/name\.ts.*'number' is not assignable to type 'string'/);
  expect(found.get(third)).toBeUndefined();
  expect(found.size).toBe(5);
});
