import { expect, test } from '@jest/globals';
import { collectSymbols } from '../../../src/migration/scan/collect-symbols.ts';
import { MigrationOrder } from '../../../src/migration/scan/migration-order.ts';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { Unsandboxed } from '../../../src/workspace/sandbox/unsandboxed.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = {
  'api.h': `typedef int handler(int);
struct entry { const char *name; handler *run; };
extern const struct entry entries[];
int shared(int n);
static inline int small(int n) { return n + 1; }
`,
  'table.c': `#include "api.h"
static int helper(int n) { return small(n); }
static int first(int n) { return (helper)(n); }
int second(int n) { return shared(n); }
const struct entry entries[] = { { "first", first }, { "second", &second }, { 0, 0 } };
`,
  'cycle.c': `#include "api.h"
static int helper(int n);
static int odd(int n) { return n == 0 ? 0 : helper(n - 1); }
static int helper(int n) { return n == 0 ? 1 : odd(n - 1); }
int shared(int n) { return helper(n); }
static int ping(int n); static int pong(int n) { return ping(n); }
static int ping(int n) { return pong(n); }
static int again(int n) { return n ? again(n - 1) : 0; }
`,
  'main.c': `#include "api.h"
int main(void) { return entries[0].run(small(1)); }
`,
  'other.c': 'int shared(int n);\nint main(void) { return shared(2); }\n',
};
const names = ['cycle.c', 'main.c', 'other.c', 'table.c'];

async function scanned() {
  const root = temporaryFolder(FILES);
  const { units, problems } = await scanUnits(root, names, clangHere());
  expect(problems).toEqual([]);
  return { root, units, symbols: collectSymbols(units, '2020-01-01T00:00:00.000Z') };
}

withClang('symbols of several files', () => {
  test('a name is that of its own file first, and a table leads to what it holds', async () => {
    const { symbols } = await scanned();
    const functions = symbols.filter((symbol) => symbol.category === 'function');
    const edges = Object.fromEntries(
      functions.map(({ id, calls, may_call }) => [id, [calls, may_call]]),
    );
    expect(edges).toEqual({
      'api.h#small': [[], []],
      'cycle.c#odd': [['cycle.c#helper'], []],
      'cycle.c#helper': [['cycle.c#odd'], []],
      'cycle.c#shared': [['cycle.c#helper'], []],
      'cycle.c#pong': [['cycle.c#ping'], []],
      'cycle.c#ping': [['cycle.c#pong'], []],
      'cycle.c#again': [['cycle.c#again'], []],
      'main.c#main': [['api.h#small'], ['table.c#first', 'table.c#second']],
      'other.c#main': [['cycle.c#shared'], []],
      'table.c#helper': [['api.h#small'], []],
      'table.c#first': [['table.c#helper'], []],
      'table.c#second': [['cycle.c#shared'], []],
    });
    const main = functions.find(({ id }) => id === 'main.c#main');
    expect(main?.ref).toMatchObject({ globals: ['entries'], unresolved_calls: true });
    expect(symbols.filter(({ category }) => category === 'type').map(({ id }) => id)).toEqual([
      ...['api.h#handler', 'api.h#struct entry'],
    ]);
  });

  test('steps and roots: cycles are one step, and the first of one is its root', async () => {
    const { symbols } = await scanned();
    const order = new MigrationOrder(symbols);
    const steps = order.steps().map(({ ids }) => ids.join(' '));
    expect(steps.filter((step) => step.includes(' '))).toEqual([
      ...['cycle.c#odd cycle.c#helper', 'cycle.c#pong cycle.c#ping'],
    ]);
    expect(steps.indexOf('table.c#first')).toBeLessThan(steps.indexOf('main.c#main'));
    expect(order.roots().map(({ id }) => id)).toEqual([
      ...['cycle.c#pong', 'cycle.c#again', 'main.c#main', 'other.c#main'],
    ]);
    expect(order.reachable(['table.c#second']).map(({ id }) => id)).toEqual([
      ...['cycle.c#odd', 'cycle.c#helper', 'cycle.c#shared', 'table.c#second'],
    ]);
  });

  test('without a sandbox clang says the same', async () => {
    const { root, units } = await scanned();
    const outside = await scanUnits(root, names, { ...clangHere(), sandbox: new Unsandboxed() });
    expect(outside).toEqual({ units, problems: [], refusedFlags: [] });
  });

  test('the order of the files changes nothing', async () => {
    const { units, symbols } = await scanned();
    expect(collectSymbols(units.toReversed(), '2020-01-01T00:00:00.000Z')).toEqual(symbols);
  });
});
