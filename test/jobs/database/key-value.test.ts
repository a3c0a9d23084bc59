import { expect, test } from '@jest/globals';
import { databaseKeyValueStore } from '../../../src/jobs/database/key-value.ts';
import { memoryNotes } from '../../fakes/memory-notes.ts';
import { onEachDatabase } from '../../support/databases.ts';

onEachDatabase((databases) => {
  test('notes are of a subject, there once, and gone when they are taken away', async () => {
    for (const notes of [databaseKeyValueStore(await databases.open()), memoryNotes()]) {
      await notes.add('one', 'b');
      await notes.add('one', 'a');
      await notes.add('one', 'b');
      await notes.add('two', 'c');
      expect(await notes.list('one')).toEqual(['b', 'a']);
      await notes.remove('one', 'b');
      await notes.remove('one', 'c');
      expect(await notes.list('one')).toEqual(['a']);
      expect(await notes.list('two')).toEqual(['c']);
      expect(await notes.list('three')).toEqual([]);
    }
  });
});
