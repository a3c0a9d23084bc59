import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadOrder } from '../../../src/migration/artifacts/order.ts';
import { loadSymbols } from '../../../src/migration/artifacts/symbol.ts';
import { withClang } from '../../support/clang.ts';
import { rustward } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');

function example(name: string): string {
  const folder = temporaryFolder();
  cpSync(join(EXAMPLES, name), folder, { recursive: true });
  return folder;
}

function artifacts(folder: string): Record<string, string> {
  const below = join(folder, '.rustward/c2rust');
  const files = readdirSync(below, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  return Object.fromEntries(
    files.sort().map((name) => [name, readFileSync(join(below, name), 'utf8')]),
  );
}

withClang('rustward migrate scan', () => {
  test.each(['kv-store', 'archive-reader'])(
    '%s: every function, after those it calls',
    (name) => {
      const folder = example(name);
      const { status, stdout, stderr } = rustward(['migrate', 'scan', folder]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^file +functions +types +calls through pointers\n/);
      expect(stdout).toMatch(/^1 program, by main: src\/main\.c$/m);
      expect(stdout).toMatch(
        /^main of tests and examples stays C: tests\/\w+\.c, tests\/unit\.c$/m,
      );
      const symbols = loadSymbols(folder);
      const functions = symbols.filter((symbol) => symbol.category === 'function');
      const place = new Map(loadOrder(folder).flatMap(({ ids }, at) => ids.map((id) => [id, at])));
      expect([...place.keys()].sort()).toEqual(functions.map(({ id }) => id).sort());
      for (const { id, calls, may_call } of functions) {
        for (const callee of [...calls, ...may_call]) {
          expect(place.get(callee) ?? Number.NaN).toBeLessThanOrEqual(place.get(id) ?? Number.NaN);
        }
      }
      const text = (file: string) => readFileSync(join(folder, file), 'utf8').split('\n');
      for (const { id, file, name: own, start_line, end_line } of functions) {
        const lines = text(file).slice(start_line - 1, end_line);
        expect([id, lines.join('\n').includes(`${own}(`), lines.at(-1)]).toEqual([id, true, '}']);
      }
    },
    60_000,
  );

  test('as JSON for programs, with what could not be read', () => {
    const folder = example('kv-store');
    writeFileSync(join(folder, 'src/broken.c'), 'int broken(void) { return }\n');
    const args = ['migrate', 'scan', folder, '--format', 'json'];
    const { status, stdout } = rustward(args);
    expect(status).toBe(3);
    const scan = JSON.parse(stdout);
    const functions = loadSymbols(folder).filter(({ category }) => category === 'function');
    expect(scan).toMatchObject({
      ...{ version: 1, complete: false, programs: ['src/main.c'], not_needed: [] },
      problems: [{ file: 'src/broken.c', message: expect.stringContaining('expected expression') }],
    });
    expect(scan.steps.flat()).toHaveLength(functions.length);
    const counts: { readonly functions: number }[] = scan.files;
    expect(counts.reduce((sum, one) => sum + one.functions, 0)).toBe(functions.length);
    expect(stdout).not.toContain(folder);
  });

  test('of many roots those that reach most have a call graph', () => {
    const names = Array.from({ length: 60 }, (_, at) => `root${at}`);
    const leaves = names.slice(0, 50).map((name) => `static int ${name}_leaf(void) { return 1; }`);
    const roots = names.map(
      (name, at) => `int ${name}(void) { return ${at < 50 ? `${name}_leaf()` : '2'}; }`,
    );
    const folder = temporaryFolder({ 'a.c': `${[...leaves, ...roots].join('\n')}\n` });
    const { status, stdout } = rustward(['migrate', 'scan', folder]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^a call graph is written for the 40 roots that reach most$/m),
    });
    const graphs = Object.keys(artifacts(folder)).filter((path) => /graphs\/.*\.dot$/.test(path));
    expect(graphs.sort()).toEqual(
      names
        .slice(0, 40)
        .map((name) => `call_graphs/${name}.dot`)
        .sort(),
    );
  });

  test('the same sources give the same bytes, whatever the time', () => {
    const folder = temporaryFolder({
      'a.c': 'int leaf(void) { return 1; }\nint main(void) { return leaf(); }\n',
    });
    expect(rustward(['migrate', 'scan', folder]).status).toBe(0);
    const first = artifacts(folder);
    expect(rustward(['migrate', 'scan', folder]).status).toBe(0);
    expect(artifacts(folder)).toEqual(first);
    expect(Object.keys(first)).toEqual([
      ...['.gitignore', 'call_graph.dot', 'call_graph.svg'],
      ...['call_graphs/main.dot', 'call_graphs/main.svg'],
      ...['symbols.jsonl', 'symbols_raw.jsonl', 'translation_order.jsonl'],
    ]);
    // The artifacts are committed, but for what belongs to one clone.
    expect(first['.gitignore']).toBe('progress.json\npending.json\nlock\nlock-journal\n');
  });

  test('a file that does not compile is named, and the others are scanned', () => {
    const folder = temporaryFolder({
      'a.c': 'int f(void) { return g(); ',
      'b.c': 'int h(void) { return 1; }\n',
    });
    const { status, stderr } = rustward(['migrate', 'scan', folder]);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(/^rustward: a\.c: it does not compile: .*error: .*\n$/),
    });
    expect(loadSymbols(folder).map(({ id }) => id)).toEqual(['b.c#h']);
  });

  test('roots of the config, with all that they need', () => {
    const folder = temporaryFolder({
      'a.h': 'typedef struct { int x; } Pair;\nint used(Pair *pair);\nint main(void);\n',
      'a.c':
        '#include "a.h"\nint used(Pair *pair) { return pair->x; }\nint unused(void) { return 1; }\n',
      'b.c': '#include "a.h"\nint top(void) { Pair p = {1}; return used(&p); }\n',
      'list.txt': '# what we want\ntop\n\ntop # again\n',
    });
    const config = (...args: string[]) => rustward(['migrate', 'config', folder, ...args]);
    expect(
      config('--files', join(folder, 'a.h'), join(folder, 'list.txt'), '--show'),
    ).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/"root_symbols": \[\s*"used",\s*"top"\s*\]/),
    });
    expect(rustward(['migrate', 'scan', folder]).status).toBe(0);
    expect(loadSymbols(folder).map(({ id }) => id)).toEqual(['a.c#used', 'a.h#Pair', 'b.c#top']);
    expect(config('--roots', 'b.c:top').status).toBe(0);
    expect(rustward(['migrate', 'scan', folder]).status).toBe(0);
    expect(config('--roots', 'a.c:top').status).toBe(0);
    expect(rustward(['migrate', 'scan', folder])).toMatchObject({
      status: 2,
      stderr: 'rustward: no function of the sources is named a.c:top, a root\n',
    });
    expect(config('--roots', 'topp').status).toBe(0);
    expect(rustward(['migrate', 'scan', folder])).toMatchObject({
      status: 2,
      stderr: 'rustward: no function of the sources is named topp, a root; did you mean top?\n',
    });
    expect(config('--clear', '--show').stdout).toContain('"root_symbols": []');
  }, 60_000);
});

test('without clang: what is missing, and how it is installed', () => {
  const folder = temporaryFolder({ 'a.c': 'int f(void);\n' });
  const result = rustward(['migrate', 'scan', folder], folder, {
    ...process.env,
    PATH: '/nowhere',
  });
  expect(result).toMatchObject({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(
      /^rustward: .*there is no clang.*sudo apt-get install clang.*\n$/,
    ),
  });
});
