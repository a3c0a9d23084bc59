import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseRecords } from '../../../src/equivalence/pairing/mapping.ts';
import { typeFormProblem } from '../../../src/equivalence/planner/type-form.ts';
import { findClang } from '../../../src/migration/scan/clang-program.ts';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { canBuildBoth } from '../../support/side-by-side.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const C = `#include <stddef.h>
struct item { char *name; void *util; };
struct bag { struct item *items; size_t nr; };
void *bag_first(struct bag *bag) { return bag->nr ? bag->items[0].util : NULL; }
`;

const BAG = 'pub struct Bag<T> { pub items: Vec<Item<T>> }';

(canBuildBoth ? inSandbox : describe.skip)('a record and a Rust type', () => {
  const problem = async (c: string, rust: string, text: string): Promise<string | undefined> => {
    const project = temporaryFolder({ 'bag.c': C });
    const deps = { sandbox: await findSandbox(), clang: await findClang() };
    const [unit] = (await scanUnits(project, ['bag.c'], deps)).units;
    if (unit === undefined) throw new Error('no unit');
    const records = parseRecords({
      'struct bag': { items: { length: 'nr' } },
      'struct item': { name: { text: true } },
    });
    const crate = new Map([['bag.rs', text]]);
    return await typeFormProblem({ project, unit, c, rust, records, crate }, loadGrammars());
  };

  test.each([
    ['struct item', 'bag::Item'],
    ['struct bag', 'bag::Bag'],
  ])('have one form where values of the caller are a type parameter: %s', async (c, rust) => {
    const text = `pub struct Item<T> { pub name: Vec<u8>, pub util: Option<T> }\n${BAG}\n`;
    expect(await problem(c, rust, text)).toBeUndefined();
  });

  test('have none where a field of an item has none', async () => {
    const text = `pub struct Item<T> { pub name: Vec<u8>, pub util: Vec<u8> }\n${BAG}\n`;
    expect(await problem('struct bag', 'bag::Bag', text)).toEqual(expect.any(String));
  });
});
