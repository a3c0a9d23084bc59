import { expect, test } from '@jest/globals';
import { writeArtifact } from '../../../src/migration/state/artifact-folder.ts';
import { symbolFiles } from '../../../src/migration/state/symbol-map.ts';
import {
  knownRecords,
  layoutText,
  loadTypeLayout,
  TYPES_FILE,
} from '../../../src/migration/state/type-layout.ts';
import { EQUAL } from '../../support/tally-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const STACK = {
  c: 'struct stack',
  rust: 'stack::Stack',
  owner: 'owns its items',
  fields: { items: { length: 'used' }, used: { rust: 'count' } },
};

function symbol(evidence: typeof EQUAL | { kind: 'not checked'; because: string }, length: string) {
  return {
    ...{ c_name: 'pop', c_qname: 'pop', c_file: 'stack.c', start_line: 1, end_line: 2 },
    ...{ module: 'src/stack.rs', rust_symbol: 'stack::Stack::pop', signature: '', remarks: [] },
    mapping: { records: { 'struct stack': { items: { length } } } },
    ...{ evidence, updated_at: '2026-01-01T00:00:00.000Z' },
  };
}

test('what is said of records is that of the types, and of functions that did the same as the C', () => {
  const known = (one: ReturnType<typeof symbol>) => {
    const [[path = '', text = ''] = []] = Object.entries(symbolFiles([one]));
    const project = temporaryFolder({ [path]: text });
    writeArtifact(project, TYPES_FILE, { types: [STACK] });
    expect(loadTypeLayout(project)).toEqual({ types: [STACK] });
    return knownRecords(project);
  };
  const used = { rust: 'count' };
  expect(known(symbol(EQUAL, 'used + 1'))).toEqual({
    'struct stack': { items: { length: 'used + 1' }, used },
  });
  const unseen = { kind: 'not checked', because: 'a union' } as const;
  expect(known(symbol(unseen, 'used + 1'))).toEqual({
    'struct stack': { items: { length: 'used' }, used },
  });
});

test('a layout is shown as comments above the crate; none is nothing', () => {
  expect(layoutText({ types: [] })).toBe('');
  const node = { c: 'struct node', owner: 'an item of Stack', by_calls: 'it is opaque' };
  expect(
    layoutText({ types: [STACK, node] })
      .split('\n')
      .slice(1),
  ).toEqual([
    `// struct stack: stack::Stack; owns its items; its fields: ${JSON.stringify(STACK.fields)}`,
    '// struct node: nothing stands for it; an item of Stack; compared through calls alone',
  ]);
});
