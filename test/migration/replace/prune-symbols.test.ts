import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CSymbol } from '../../../src/migration/artifacts/symbol.ts';
import {
  type LibraryReplacement,
  pruneSymbols,
} from '../../../src/migration/replace/prune-symbols.ts';

const PLACE = {
  ...{ file: 'a.c', start_line: 1, start_column: 1, end_line: 2, end_column: 2 },
  ...{ created_at: '', updated_at: '' },
  language: 'c' as const,
};

function fn(name: string, calls: readonly string[], may_call: readonly string[] = []): CSymbol {
  const ref = { functions: [...calls], address_taken: [...may_call], types: ['struct t'] };
  return {
    ...{ id: name, category: 'function', kind: 'function', name, qualified_name: name },
    ...{ signature: `int ${name}(void)`, return_type: 'int', params: [], is_static: true },
    ref: { ...ref, globals: ['g'], macros: [], unresolved_calls: false },
    ...{ calls: [...calls], may_call: [...may_call], ...PLACE },
  };
}

const TYPE: CSymbol = {
  ...{ id: 'struct t', category: 'type', kind: 'struct', name: 'struct t', ...PLACE },
  ...{ qualified_name: 'struct t', ref: { types: [] } },
};

function by(id: string, library = 'lib'): LibraryReplacement {
  const none = { crates: [], apis: [], confidence: 1, notes: '' };
  return { id, by: { library, libraries: [library], ...none } };
}

const namesOf = (symbols: readonly CSymbol[]) => symbols.map(({ name }) => name);

test('what a replaced function alone needed goes, what others need stays, and types stay', () => {
  const symbols = [
    ...[fn('top', ['sum', 'shared']), fn('sum', ['step'], ['hook']), fn('step', ['shared'])],
    ...[fn('hook', []), fn('shared', ['deep']), fn('deep', []), TYPE],
  ];
  const { symbols: left, gone } = pruneSymbols(symbols, [by('sum', 'tiny-sum')], []);
  expect(namesOf(left)).toEqual(['top', 'sum', 'shared', 'deep', 'struct t']);
  expect([...gone]).toEqual([
    ['step', 'sum'],
    ['hook', 'sum'],
  ]);
  expect(left.find(({ id }) => id === 'sum')).toMatchObject({
    ref: { functions: ['lib::tiny-sum'], types: ['struct t'], globals: [] },
    ...{ calls: [], may_call: [], lib_replacement: { library: 'tiny-sum' } },
  });
});

test('a function of a cycle that nothing else calls can be replaced', () => {
  const { symbols } = pruneSymbols([fn('odd', ['even']), fn('even', ['odd'])], [by('odd')], []);
  expect(namesOf(symbols)).toEqual(['odd']);
});

test('roots of the config stay, and what is gone cannot be replaced any more', () => {
  const symbols = [fn('a', ['b']), fn('b', ['c']), fn('c', [])];
  expect(namesOf(pruneSymbols(symbols, [by('a')], ['b']).symbols)).toEqual(['a', 'b', 'c']);
  const { symbols: left } = pruneSymbols(symbols, [by('a'), by('b')], []);
  expect(namesOf(left)).toEqual(['a']);
});

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const some = fc.subarray(NAMES, { maxLength: 3 });
const projects = fc
  .tuple(fc.array(fc.tuple(some, some), { minLength: 8, maxLength: 8 }), fc.shuffledSubarray(NAMES))
  .map(([edges, replaced]) => ({
    symbols: [...edges.map(([calls, may], at) => fn(NAMES[at] ?? '', calls, may)), TYPE],
    replaced: replaced.slice(0, 3).map((name) => by(name)),
  }));

test('what is kept is closed under needs, types stay, and pruning again changes nothing', () => {
  fc.assert(
    fc.property(projects, some, ({ symbols, replaced }, kept) => {
      const { symbols: left, gone } = pruneSymbols(symbols, replaced, kept);
      const names = new Set(namesOf(left));
      for (const one of left) {
        const needs = one.category === 'type' ? [] : [...one.calls, ...one.may_call];
        for (const need of needs) expect(names).toContain(need);
      }
      expect(names).toContain('struct t');
      for (const name of kept) expect(names).toContain(name);
      expect([...names, ...gone.keys()].sort()).toEqual([...namesOf(symbols)].sort());
      for (const root of gone.values()) expect(namesOf(symbols)).toContain(root);
      expect(pruneSymbols(left, replaced, kept).symbols).toEqual(left);
    }),
  );
});

test('without a replacement nothing changes', () => {
  fc.assert(
    fc.property(projects, ({ symbols }) => {
      expect(pruneSymbols(symbols, [], []).symbols).toEqual(symbols);
    }),
  );
});
