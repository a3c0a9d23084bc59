import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CallGraph, type GraphFunction } from '../../../src/code/graph/call-graph.ts';

function fn(name: string, calls: readonly string[], file = 'a.c'): GraphFunction {
  return { file, name, line: 1, endLine: 9, calls, fieldCalls: [] };
}

const graph = new CallGraph([
  fn('main', ['parse', 'log']),
  fn('parse', ['read_all', 'copy', 'parse']),
  fn('copy', ['memcpy']),
  fn('log', ['copy']),
  fn('copy', ['strcpy'], 'b.c'),
  fn('other', ['copy'], 'b.c'),
  fn('third', ['copy'], 'c.c'),
]);
const WIDE = { maxPaths: 10, maxLength: 10 };

describe('callees', () => {
  test('a name means the definition of the same file, where there is one', () => {
    const [other] = graph.definitions('other');
    const [third] = graph.definitions('third');
    if (other === undefined || third === undefined) throw new Error('not in the graph');
    expect(graph.callees(other)[0]?.definitions.map(({ file }) => file)).toEqual(['b.c']);
    expect(graph.callees(third)[0]?.definitions.map(({ file }) => file)).toEqual(['a.c', 'b.c']);
  });

  test('of several programs in one tree, a name means the definitions in the nearest folders', () => {
    const one = fn('open_image', [], 'lib/one/image.c');
    const two = fn('open_image', [], 'lib/two/image.c');
    const caller = fn('decode', ['open_image'], 'lib/two/decode.c');
    const program = fn('main', ['open_image'], 'bin/show.c');
    const several = new CallGraph([one, two, caller, program]);
    expect(several.callees(caller)[0]?.definitions).toEqual([two]);
    expect(several.callees(program)[0]?.definitions).toEqual([one, two]);
    expect(several.callersOf(one)).toEqual([program]);
    expect(several.callersOf(two)).toEqual([caller, program]);
  });
});

test('calls through fields count, and say that they are such', () => {
  const caller = { ...fn('run', ['log']), fieldCalls: ['on_read', 'log'] };
  const indirect = new CallGraph([caller, fn('on_read', ['memcpy'])]);
  expect(indirect.callees(caller).map(({ name, throughField }) => [name, throughField])).toEqual([
    ['log', false],
    ['on_read', true],
  ]);
  expect(indirect.callers('on_read')).toEqual([caller]);
  expect(indirect.paths('run', 'memcpy', WIDE).paths).toEqual([['run', 'on_read', 'memcpy']]);
});

test('callers are named for functions of the project and of libraries', () => {
  expect(graph.callers('copy').map(({ name }) => name)).toEqual(['parse', 'log', 'other', 'third']);
  expect(graph.callers('strcpy').map(({ name }) => name)).toEqual(['copy']);
  expect(graph.callers('main')).toEqual([]);
});

describe('paths', () => {
  test('are listed from the shortest, over recursion only once', () => {
    expect(graph.paths('main', 'memcpy', WIDE)).toEqual({
      paths: [
        ['main', 'parse', 'copy', 'memcpy'],
        ['main', 'log', 'copy', 'memcpy'],
      ],
      complete: true,
    });
    expect(graph.paths('parse', 'parse', WIDE).paths).toEqual([['parse', 'parse']]);
  });

  test('say when there are more', () => {
    const found = graph.paths('main', 'memcpy', { ...WIDE, maxPaths: 1 });
    expect(found).toEqual({ paths: [['main', 'parse', 'copy', 'memcpy']], complete: false });
  });

  test('end where there are too many to look at', () => {
    const dense = (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `f${at}`);
      const all = new CallGraph(names.map((name) => fn(name, [...names, 'end'])));
      return all.paths('f0', 'end', { maxPaths: 1_000_000, maxLength: count });
    };
    const few = dense(5);
    expect([few.complete, few.paths.length]).toEqual([true, 1 + 4 + 12 + 24 + 24]);
    const many = dense(8);
    expect(many.complete).toBe(false);
    expect(many.paths.length).toBeLessThan(5000);
  });

  test('are no longer than is asked for', () => {
    const found = (maxLength: number) =>
      graph.paths('main', 'memcpy', { ...WIDE, maxLength }).paths;
    expect(found(3)).toHaveLength(2);
    expect(found(2)).toEqual([]);
    expect(graph.paths('main', 'memcpy', { ...WIDE, maxPaths: 2 }).complete).toBe(true);
  });

  test('there are none to what is not reached', () => {
    expect(graph.paths('copy', 'main', WIDE)).toEqual({ paths: [], complete: true });
    expect(graph.paths('nobody', 'main', WIDE)).toEqual({ paths: [], complete: true });
  });

  test('each step of each path is a call', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const calls = fc.uniqueArray(fc.constantFrom(...names));
    fc.assert(
      fc.property(fc.tuple(calls, calls, calls, calls, calls), (all) => {
        const functions = names.map((name, index) => fn(name, all[index] ?? []));
        const { paths, complete } = new CallGraph(functions).paths('a', 'e', {
          maxPaths: 99,
          maxLength: 9,
        });
        expect(complete).toBe(true);
        for (const path of paths) {
          for (const [at, name] of path.slice(0, -1).entries()) {
            const next = path[at + 1] ?? '';
            expect(functions.find((one) => one.name === name)?.calls).toContain(next);
          }
          expect(new Set(path.slice(0, -1)).size).toBe(path.length - 1);
        }
        const reached = reachable(functions, 'a');
        expect(paths.length > 0).toBe(reached.has('e'));
      }),
    );
  });
});

/** The names that a function calls, directly or not. */
function reachable(functions: readonly GraphFunction[], from: string): Set<string> {
  const found = new Set<string>();
  const pending = [from];
  for (const name of pending) {
    for (const callee of functions.find((one) => one.name === name)?.calls ?? []) {
      if (!found.has(callee)) pending.push(callee);
      found.add(callee);
    }
  }
  return found;
}

test('the innermost function around a line is found', () => {
  const outer = { ...fn('outer', []), line: 10, endLine: 20 };
  const inner = { ...fn('inner', []), line: 12, endLine: 14 };
  const nested = new CallGraph([outer, inner, { ...fn('other', [], 'b.c'), line: 1, endLine: 99 }]);
  const at = (line: number) => nested.functionAt('a.c', line)?.name;
  expect([9, 10, 11, 12, 14, 15, 20, 21].map(at)).toEqual([
    ...[undefined, 'outer', 'outer', 'inner', 'inner', 'outer', 'outer', undefined],
  ]);
  expect(nested.functionAt('c.c', 12)).toBeUndefined();
});

test('roots are what calls lead from, and that nothing else calls', () => {
  const rooted = new CallGraph([
    fn('main', ['a']),
    fn('test', ['b']),
    fn('a', ['b']),
    fn('b', ['b', 'c']),
    fn('ring', ['gnir']),
    fn('gnir', ['ring']),
  ]);
  const roots = (name: string) =>
    rooted.definitions(name).flatMap((one) => rooted.rootsOf(one).map((root) => root.name));
  expect(roots('b').toSorted()).toEqual(['main', 'test']);
  expect(roots('a')).toEqual(['main']);
  expect(roots('main')).toEqual(['main']);
  expect(roots('ring')).toEqual([]);
});
