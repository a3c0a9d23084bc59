import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '../../src/rules/index.ts';
import { FAMILIES } from '../support/nasty/families.ts';

export type Language = 'c' | 'cpp' | 'rust';

const ROOT = join(import.meta.dirname, '../..');

/** Small sources of this repository, which others are made of. */
const PLACES = ['examples/**/*.{c,h}', 'test/**/fixtures/**/*.{c,h,cc,cpp,hpp,rs}'];

const MAX_CHARACTERS = 12_000;

/** Texts to begin with, by language, in an order that does not depend on the machine. */
export const CORPUS: Readonly<Record<Language, readonly string[]>> = {
  c: [...filesIn(/\.[ch]$/), ...examplesIn('c'), ...FAMILIES.map(({ make, small }) => make(small))],
  cpp: [...filesIn(/\.(?:cc|cpp|hpp)$/), ...examplesIn('cpp')],
  rust: [...filesIn(/\.rs$/), ...examplesIn('rust')],
};

function filesIn(name: RegExp): string[] {
  return globSync(PLACES, { cwd: ROOT, exclude: ['test/fuzz/**'] })
    .filter((path) => name.test(path))
    .sort()
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .filter(({ length }) => length <= MAX_CHARACTERS);
}

function examplesIn(language: Language): string[] {
  return RULES.filter(({ languages }) => languages.includes(language)).flatMap(({ examples }) => [
    ...examples.bad,
    ...examples.good,
  ]);
}
