import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Journal } from '../../../scripts/mutate/journal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a run that was ended goes on with what its tests had said', () => {
  const path = join(temporaryFolder(), 'journal');
  const before = new Journal(path);
  before.add('one', ['a 1']);
  before.add('one', ['b 2']);
  before.add('one', []);
  before.add('two', [], { by: 'a 1', what: 'it holds' });
  before.add('two', [], { by: 'c 3' });
  // The line that was being written when the run was ended.
  appendFileSync(path, '{"key":"three","pas');
  const after = new Journal(path);
  for (const journal of [before, after]) {
    expect([...journal.of('one').passed]).toEqual(['a 1', 'b 2']);
    expect(journal.of('one').noticed).toEqual([]);
    expect(journal.of('two').noticed).toEqual([{ by: 'a 1', what: 'it holds' }, { by: 'c 3' }]);
    expect(journal.of('three')).toEqual({ passed: new Set(), noticed: [] });
  }
});
