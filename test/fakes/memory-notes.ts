import type { KeyValueStore } from '../../src/jobs/database/key-value.ts';

/** Notes that are gone with the test. */
export function memoryNotes(): KeyValueStore {
  const subjects = new Map<string, Set<string>>();
  const of = (subject: string): Set<string> => {
    const notes = subjects.get(subject) ?? new Set();
    subjects.set(subject, notes);
    return notes;
  };
  return {
    list: (subject) => Promise.resolve([...of(subject)]),
    add: (subject, note) => Promise.resolve(void of(subject).add(note)),
    remove: (subject, note) => Promise.resolve(void of(subject).delete(note)),
  };
}
