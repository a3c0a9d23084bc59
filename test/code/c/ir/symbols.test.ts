import { expect, test } from '@jest/globals';
import { mergedSymbols, Symbols, sharedNames } from '../../../../src/code/c/ir/symbols.ts';
import { INT } from '../../../../src/code/c/ir/types.ts';

const NO_NAMES = sharedNames(new Symbols(), false);

test('each global of several files is a variable of its own', () => {
  const file = (...names: string[]) => ({
    ...NO_NAMES,
    globals: names.map((name) => ({ name, type: INT })),
  });
  const merged = mergedSymbols([file('first', 'second'), file('first', 'third'), file('fourth')]);
  const ids = ['first', 'second', 'third', 'fourth'].map((name) => merged.global(name)?.id);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(4);
});

test('a method is found in the classes that a class is derived from', () => {
  const methods = (name: string, bases: string[], own: string[]) => ({ name, bases, methods: own });
  const merged = mergedSymbols([
    { ...NO_NAMES, classes: [methods('Base', [], ['open']), methods('Part', ['Base'], ['close'])] },
    { ...NO_NAMES, classes: [methods('Loop', ['Loop'], [])] },
  ]);
  expect(merged.classOfMethod('Part', 'close')).toBe('Part');
  expect(merged.classOfMethod('Part', 'open')).toBe('Base');
  expect(merged.classOfMethod('Part', 'read')).toBeUndefined();
  expect(merged.classOfMethod('Loop', 'open')).toBeUndefined();
});
