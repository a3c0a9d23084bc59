import type { Random } from '../../src/equivalence/inputs/values/random.ts';

/** The functions of a project, each in the file of its number, and what their bodies are made of. */
export interface MadeProject {
  readonly files: ReadonlyMap<string, MadeFile>;
}

interface MadeFile {
  /** What stands above the functions. */
  readonly head: readonly string[];
  readonly functions: readonly MadeFunction[];
}

interface MadeFunction {
  readonly name: string;
  readonly signature: string;
  readonly statements: readonly string[];
}

const MAX_FILES = 10;
const MAX_FUNCTIONS = 4;
const MAX_STATEMENTS = 6;

/** What each function is, by the last figure of its number: who calls it has to know. */
const KINDS = ['text', 'memory', 'number'] as const;
type Kind = (typeof KINDS)[number];

/** What any file may use. */
const HEADER = `#ifndef API_H
#define API_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item { char *text; char *name; int size; int (*run)(char *, int); struct item *next; };
struct holder { struct item first; char *label; };
typedef struct item item_t;
extern char *shared_text;
extern char shared_array[16];
extern int shared_size;
#define KEEP_TEXT(it, s) ((it)->text = (s))
#define TEXT_OF(it) ((it)->text)
#define NUMBER(n) number_ ## n
#define RELEASE(p) do { free(p); } while (0)
static inline char *text_or(struct item *it, char *other) { return it->text ? it->text : other; }
static inline void set_name(struct item *it, char *name) { it->name = name; }
`;

/** A project of C whose files have much to do with each other: the same random numbers make the same. */
export function madeProject(random: Random): MadeProject {
  const count = random.between(4, MAX_FILES);
  const names = Array.from({ length: count * MAX_FUNCTIONS }, (_, index) => nameOf(index));
  const files = new Map<string, MadeFile>();
  const prototypes = names.map((name, index) => `${signatureOf(name, kindOf(index))};\n`);
  files.set('api.h', { head: [HEADER, ...prototypes, '#endif\n'], functions: [] });
  for (let file = 0; file < count; file += 1) {
    const functions = Array.from({ length: random.between(1, MAX_FUNCTIONS) }, (_, at) => {
      const index = file * MAX_FUNCTIONS + at;
      return madeFunction(random, index, someOf(random, names));
    });
    files.set(`file${file}.c`, { head: headOf(random, file, functions), functions });
  }
  const main: MadeFunction = {
    name: 'main',
    signature: 'int main(int argc, char **argv)',
    statements: [
      'char *s = argc > 1 ? argv[1] : "none";',
      'int n = argc;',
      'struct item own = {0};',
      'struct item *it = &own;',
      ...statements(random, someOf(random, names)),
      'return 0;',
    ],
  };
  const shared = 'char *shared_text;\nchar shared_array[16];\nint shared_size;\n';
  files.set('main.c', { head: ['#include "api.h"\n', shared], functions: [main] });
  return { files };
}

/** A project with one function, file or header changed. */
export function changedProject(project: MadeProject, random: Random): MadeProject {
  const files = new Map(project.files);
  const all = [...project.files.values()].flatMap(({ functions }) => functions);
  const names = all.map(({ name }) => name).filter((name) => name !== 'main');
  const paths = [...files.keys()];
  for (let changes = random.between(1, 3); changes > 0; changes -= 1) {
    const path = random.pick(paths);
    const file = files.get(path);
    if (file === undefined) continue;
    if (file.functions.length === 0) files.set(path, changedHeader(file, random));
    else files.set(path, changedSource(file, random, names));
  }
  if (random.below(20) === 0) files.delete(`file${random.below(3)}.c`);
  return { files };
}

function changedHeader(file: MadeFile, random: Random): MadeFile {
  const edits: readonly (readonly [string, string])[] = [
    ['it->text ? it->text : other', 'other'],
    ['((it)->text = (s))', '((it)->name = (s))'],
    ['do { free(p); } while (0)', 'do { } while (0)'],
    ['char shared_array[16]', 'char shared_array[8]'],
    ['it->name = name', 'it->text = name'],
    ['int size; int (*run)', 'int (*run)'],
  ];
  const [from, to] = random.pick(edits);
  return { ...file, head: file.head.map((text) => text.replace(from, to)) };
}

function changedSource(file: MadeFile, random: Random, names: readonly string[]): MadeFile {
  const at = random.below(file.functions.length);
  const functions = file.functions.map((fn, index) => {
    if (index !== at) return fn;
    const place = random.below(fn.statements.length);
    const removed = random.below(2);
    const added = random.below(3) === 0 ? [] : [statement(random, names)];
    return { ...fn, statements: fn.statements.toSpliced(Math.max(4, place), removed, ...added) };
  });
  return { ...file, functions };
}

/** The files as text, by their paths. */
export function textsOf({ files }: MadeProject): Record<string, string> {
  return Object.fromEntries(
    [...files].map(([path, { head, functions }]) => {
      const bodies = functions.map(
        ({ signature, statements }) =>
          `${signature} {\n${statements.map((line) => `  ${line}\n`).join('')}}\n`,
      );
      return [path, [...head, ...bodies].join('')];
    }),
  );
}

function kindOf(index: number): Kind {
  return KINDS[index % KINDS.length] ?? 'text';
}

function nameOf(index: number): string {
  return `${kindOf(index)}_${index}`;
}

function signatureOf(name: string, kind: Kind): string {
  const type = kind === 'number' ? 'int ' : 'char *';
  return `${type}${name}(char *s, int n)`;
}

function headOf(random: Random, file: number, functions: readonly MadeFunction[]): string[] {
  const head = ['#include "api.h"\n'];
  const number = functions.find(({ name }) => name.startsWith('number'))?.name;
  if (number !== undefined && random.below(2) === 0)
    head.push(`static struct item table${file}[] = { { 0, 0, 1, ${number}, 0 } };\n`);
  if (number !== undefined && random.below(3) === 0)
    head.push(`struct item named${file} = { .run = ${number} };\n`);
  if (random.below(3) === 0) head.push(`static char *kept${file};\n`);
  return head;
}

function madeFunction(random: Random, index: number, names: readonly string[]): MadeFunction {
  const kind = kindOf(index);
  const name = nameOf(index);
  const endings: Readonly<Record<Kind, readonly string[]>> = {
    text: ['return s;', 'return it->text;', 'return shared_text;', 'return getenv("HOME");'],
    memory: ['return malloc(n);', 'return strdup(s);', 'return NULL;', 'free(s); return s;'],
    number: ['return n;', 'return -1;', 'return (int)strlen(s);', 'return atoi(s);'],
  };
  return {
    name,
    signature: signatureOf(name, kind),
    statements: [
      'struct item own = {0};',
      'struct item *it = &own;',
      'char buf[8];',
      'buf[0] = 0;',
      ...statements(random, names),
      random.pick(endings[kind]),
    ],
  };
}

/** Few enough that not all of a project has to do with all of it. */
function someOf(random: Random, names: readonly string[]): string[] {
  return Array.from({ length: random.between(1, 4) }, () => random.pick(names));
}

function statements(random: Random, names: readonly string[]): string[] {
  // Few kinds of statements, so that most of it has nothing to do with most fields and variables.
  const kinds = Array.from({ length: random.between(1, 5) }, () => random.below(1000));
  const count = random.between(1, MAX_STATEMENTS);
  return Array.from({ length: count }, () => statement(random, names, random.pick(kinds)));
}

function statement(random: Random, names: readonly string[], kind = random.below(1000)): string {
  const called = (result: Kind) => {
    const fitting = names.filter((name) => name.startsWith(result));
    return fitting.length === 0 ? `${result}_none` : random.pick(fitting);
  };
  const variable = `v${random.below(1_000_000)}`;
  const makers: readonly (() => string)[] = [
    () => `s = ${called('text')}(s, n);`,
    () => `s = ${called('text')}(it->text, ${random.below(40)});`,
    () =>
      `{ char *${variable} = ${called('memory')}(s, n); ${variable}[0] = 1; free(${variable}); }`,
    () =>
      `{ char *${variable} = ${called('memory')}(s, n); if (!${variable}) abort(); ${variable}[n] = 1; }`,
    () =>
      `{ char *${variable} = ${called('memory')}(s, 8); RELEASE(${variable}); ${called('text')}(${variable}, n); }`,
    () => `n = ${called('number')}(s, n);`,
    () => `if (${called('number')}(s, ${random.below(20)}) < 0) n = 1;`,
    () => `n = NUMBER(${called('number').slice('number_'.length)})(s, n);`,
    () => `{ char ${variable}[${random.between(2, 12)}]; strcpy(${variable}, s); }`,
    () => `{ char ${variable}[${random.between(2, 12)}]; memcpy(${variable}, s, n); }`,
    () => `{ char ${variable}[${random.between(2, 12)}]; ${variable}[n] = 0; }`,
    () => 'system(s);',
    () => 'system(TEXT_OF(it));',
    () => 'system(shared_text);',
    () => 'printf(s);',
    () => 'printf(it->name);',
    () => 'shared_text = s;',
    () => 'shared_text = getenv("PATH");',
    () => 'shared_array[shared_size] = 1;',
    () => 'shared_size = n;',
    () => 'KEEP_TEXT(it, s);',
    () => 'it->next->text = getenv("TEXT");',
    () => 'it = it->next;',
    () => 'set_name(it, s);',
    () => 's = text_or(it, s);',
    () => `n = it->run(s, ${random.below(12)});`,
    () => `it->run = ${called('number')};`,
    () =>
      `{ struct item ${variable} = { s, it->name, n, ${called('number')}, it }; it = &${variable}; }`,
    () => 'free(s);',
    () => 'if (n > 7) n = 7;',
    () => 'if (s == NULL) n = 0;',
    () => `fgets(shared_array, ${random.between(8, 20)}, stdin);`,
    () => 's = shared_array;',
  ];
  return makers[kind % makers.length]?.() ?? ';';
}
