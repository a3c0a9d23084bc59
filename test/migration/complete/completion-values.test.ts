import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import {
  type CompletionContext,
  completionValues,
} from '../../../src/migration/complete/completion-values.ts';
import { crateItems } from '../../../src/migration/crate/item-changes.ts';
import type { MigrationStep } from '../../../src/migration/steps/step.ts';

const FILES = new Map([['src/sum.rs', '/// Adds.\npub fn plus() {\n    unimplemented!()\n}\n']]);

async function valuesOf(given: Partial<CompletionContext>) {
  const parser = await loadGrammars().parser('rust');
  const wanted = [...crateItems(parser, FILES).values()];
  return completionValues(parser, FILES, wanted, 100_000, {
    ...{ steps: [], places: {}, blocked: [], mapped: [], headers: [], given: new Map() },
    ...{ layout: { types: [] }, notes: '' },
    ...given,
  });
}

test('where the C has nothing to show, each place says so', async () => {
  expect(await valuesOf({})).toMatchObject({
    ...{ stands: '(the C has no functions)', c_source: '(none)', c_headers: '(none)' },
    wanted: '1. src/sum.rs\n/// Adds.\npub fn plus();',
  });
});

test('each function of the C is shown, and told on a line of its own', async () => {
  const source = (name: string, startLine: number): MigrationStep => {
    const signature = `int ${name}(void)`;
    const lines = { startLine, endLine: startLine, signature, text: `${signature} { return 1; }` };
    const calls = { callers: '', callees: [], libraryCalls: [] };
    return {
      functions: [{ name, file: 'a.c', ...lines, returnsVoid: false, context: '', ...calls }],
    };
  };
  const values = await valuesOf({
    steps: [source('add', 3), source('sub', 7)],
    headers: [{ path: 'a.h', text: 'int add(void) { return 1; }\n' }],
  });
  expect(values).toMatchObject({
    stands: 'add: not migrated\nsub: not migrated',
    c_source:
      '/* a.c:3 */\nint add(void) { return 1; }\n\n/* a.c:7 */\nint sub(void) { return 1; }',
    c_headers: '/* a.h */\nint add(void);',
  });
});
