import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DeclarationSplitter } from '../../../src/code/clang/declaration-splitter.ts';
import type { TokenLocation } from '../../../src/code/clang/token-location.ts';
import { type ClangNode, TreeParser } from '../../../src/code/clang/tree-node.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = {
  'inner.h': '#define PASTE(a, b) a##b\nstatic int\n  in_header(int x) { return x; }\n',
  'list.h': '#include "inner.h"\n\ntypedef struct { int a; } pair;\n',
  'a.c': `#include "list.h"
#define ONE 1
#define ADD(a, b) ((a) + \\
                   (b))
#define DEFINE(name) int name(int x) { return ADD(x, ONE); }
#define EMPTY
int PASTE(glued, _name) = ADD(ONE, ONE); int second;
DEFINE(made)
int f(pair *p, int n) { EMPTY
  for (int i = 0; ; i++) if (ADD(p->a, in_header(ADD(n, i)))) return
    PASTE(gl, ued_name);
  switch (n) { case ONE: return made(
    ADD(1,
        n)); }
  return 0;
}
#include "inner2.h"
int last;
`,
  'inner2.h': 'static int again(void) { return f(0, ONE); }\n',
};

async function treeOf(root: string): Promise<ClangNode[]> {
  const { sandbox, clang } = clangHere();
  const cutter = new DeclarationSplitter();
  const reader = new TreeParser();
  const nodes: ClangNode[] = [];
  const { end, stdout } = await sandbox.run({
    command: [clang.program, '-Xclang', '-ast-dump=json', '-fsyntax-only', 'a.c'],
    tree: root,
    access: 'read',
    tools: clang.tools,
    onOutput: (chunk) => {
      nodes.push(...cutter.push(chunk).map((json) => reader.parse(json)));
    },
    limits: { outputBytes: 100_000_000 },
  });
  expect({ end, stdout }).toEqual({ end: { kind: 'exited', status: 0 }, stdout: '' });
  return nodes;
}

function placesOf(node: ClangNode): TokenLocation[] {
  const own = [node.location, node.begin, node.end].filter((place) => place !== undefined);
  return [...own, ...node.inner.flatMap(placesOf)];
}

withClang('places in a real tree', () => {
  test('file and line agree with the offset, which clang never leaves out', async () => {
    const root = temporaryFolder(FILES);
    const places = (await treeOf(root)).flatMap(placesOf);
    const found = places.filter(({ file }) => !file.startsWith('<'));
    expect(new Set(found.map(({ file }) => file))).toEqual(
      new Set(['a.c', './list.h', './inner.h', './inner2.h']),
    );
    expect(found.length).toBeGreaterThan(150);
    for (const place of found) {
      const before = readFileSync(join(root, place.file), 'utf8').slice(0, place.offset);
      const lines = before.split('\n');
      expect([place, lines.length, (lines.at(-1) ?? '').length + 1]).toEqual([
        ...[place, place.line, place.column],
      ]);
    }
  });
});
