import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NO_PROJECT } from '../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../src/security/scan/analyse-file.ts';
import { surveyFile } from '../../src/security/scan/survey-file.ts';

const SOURCES = resolve(import.meta.dirname, '../../src');

/** What every plain object has: a table that is one has an entry for each of these. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

describe('names of the code that plain objects have too', () => {
  it.each(['names.c', 'names.cpp', 'names.h'])('are names like any other in %s', async (file) => {
    expect(await rulesAndCallees(file, INHERITED)).toEqual(
      await rulesAndCallees(
        file,
        INHERITED.map((_, index) => `plain${index}`),
      ),
    );
  });

  it('index no table that is a plain object', () => {
    const tables = ['code', 'rules'].flatMap((room) =>
      readdirSync(join(SOURCES, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .flatMap((file) => indexedTables(readFileSync(join(SOURCES, room, file), 'utf8'))),
    );
    expect(tables).toEqual([]);
  });
});

/** The constants of a module that are records of any names, and are indexed. */
function indexedTables(module: string): string[] {
  const declared = [...module.matchAll(/\bconst (\w+): (?:Readonly<)?Record<string,/g)];
  return declared.flatMap(([, name = '']) =>
    new RegExp(`\\b${name}\\[|\\bin ${name}\\b`).test(module) ? [name] : [],
  );
}

/** What the analysis says of a file with functions, members and calls of these names. */
async function rulesAndCallees(file: string, names: readonly string[]) {
  const functions = names.map(
    (name) =>
      `int ${name}(int fd, char *path) { struct { int ${name}; } s; s.${name} = fd; return other_${name}(s.${name}, path); }`,
  );
  const uses = names.map((name) => `  n += ${name}(n, path); n += ops->${name}(n, path);`);
  const text = `${functions.join('\n')}
int all(struct ops *ops, char *path) {
  int n = 0;
${uses.join('\n')}
  return n;
}
`;
  const grammars = loadGrammars();
  const surveyed = await surveyFile(file, text, grammars, NO_PROJECT);
  const { hits, notes, functions: outlines } = await analyseFile(file, text, grammars, NO_PROJECT);
  return {
    hits: hits.map(({ rule, location }) => `${rule} ${location.line}`),
    calls: outlines.map(({ calls }) => calls.length),
    summaries: surveyed?.survey.summaries.length,
    notes,
  };
}
