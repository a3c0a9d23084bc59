import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { callGraphDot } from '../../../src/migration/diagrams/call-graph-dot.ts';
import { drawSvg } from '../../../src/migration/diagrams/svg.ts';
import { writeGraphs } from '../../../src/migration/diagrams/write-graphs.ts';
import { functionSymbol as symbol } from '../../support/function-symbol.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const functions = [
  symbol('top', { calls: ['a.c#left', 'a.c#gone'], may_call: ['a.c#right'] }),
  symbol('left'),
  symbol('right'),
];

function texts(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

/** Entities of XML by what they stand for. */
function decoded(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('\u00A0', ' ')
    .replaceAll('&amp;', '&');
}

test('calls as arrows, what may be called as dashed ones, states as classes', async () => {
  const statusOf = (id: string) => (id === 'a.c#left' ? 'migrated' : 'pending');
  const dot = callGraphDot(functions, { title: 'top', statusOf });
  expect(dot).toContain('n0 -> n1;');
  expect(dot).toContain('n0 -> n2 [style=dashed];');
  const svg = await drawSvg(dot);
  expect(texts(svg)).toEqual(
    expect.arrayContaining(['top, 1 migrated', 'top', 'a.c:1', 'left', 'right']),
  );
  expect(svg.match(/class="edge"/g)).toHaveLength(2);
  expect(svg.match(/class="node migrated"/g)).toHaveLength(1);
  // What is called and not there, as of a library, is nothing in the picture.
  expect(svg.match(/class="node/g)).toHaveLength(functions.length);
  expect(await drawSvg(dot)).toBe(svg);
});

test.each(['a"b', 'back\\', 'new\\nline', '"]; evil -> graph', '<b>', '&amp;', '\\N', 'ü'])(
  'the name %j is a name in the picture, and nothing else',
  async (name) => {
    const svg = await drawSvg(callGraphDot([symbol(name, { file: '\\' })], { title: name }));
    expect(svg.match(/class="node pending"/g)).toHaveLength(1);
    expect(texts(svg).map(decoded)).toContain(name);
  },
);

test('no picture is drawn where none is wanted', async () => {
  const folder = temporaryFolder();
  const whole = { name: 'all', title: '', functions };
  expect(await writeGraphs(folder, whole, [whole], { isDrawn: false })).toEqual([]);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  expect(files).toEqual(['call_graph.dot', 'call_graphs', 'call_graphs/all.dot']);
});

test('one file for each part, whatever their names, and none of an earlier scan', async () => {
  const folder = temporaryFolder({ 'call_graphs/old.svg': '', 'call_graphs/notes.md': '' });
  const parts = ['main', 'Main', '../../x', 'main'].map((name) => ({
    name,
    title: name,
    functions,
  }));
  const many = Array.from({ length: 401 }, (_, index) => symbol(`f${index}`));
  writeFileSync(join(folder, 'call_graph.svg'), 'of an earlier scan');
  const undrawn = await writeGraphs(folder, { name: 'all', title: '', functions: many }, parts);
  expect(undrawn).toEqual(['all']);
  expect(readdirSync(folder).sort()).toEqual(['call_graph.dot', 'call_graphs']);
  expect(readdirSync(join(folder, 'call_graphs')).sort()).toEqual([
    ...['.._.._x.dot', '.._.._x.svg', 'Main.2.dot', 'Main.2.svg', 'main.3.dot', 'main.3.svg'],
    ...['main.dot', 'main.svg', 'notes.md'],
  ]);
  expect(readFileSync(join(folder, 'call_graph.dot'), 'utf8')).toContain(
    'n400 [label="f400\\na.c:1"',
  );
});
