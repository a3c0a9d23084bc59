import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { conversationPath, loadRecording } from '../../src/model/recording/recording-file.ts';
import { writeFileAtomically } from '../../src/workspace/files/atomic-file.ts';

/**
 * Puts the conversations of a recording in the place of those of another. Of the questions their hashes
 * stay alone: they hold C that is under other licences. What was not asked any more goes.
 * @param recording the folder that is written to
 * @param fresh the folder of the whole new recording
 * @returns how many conversations have new questions, and how many are gone
 */
export function refreshRecording(
  recording: string,
  fresh: string,
): { readonly changed: number; readonly gone: number } {
  const before = byPath(recording);
  const after = byPath(fresh);
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  for (const [path, text] of changed) {
    const file = join(recording, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileAtomically(file, text);
  }
  for (const path of gone) rmSync(join(recording, path));
  return { changed: changed.length, gone: gone.length };
}

/** The text of each conversation, by the path of its file. */
function byPath(folder: string): Map<string, string> {
  const { conversations } = loadRecording(folder);
  return new Map(
    conversations.map(({ role, subject, turns }) => {
      const plain = { role, subject, turns: turns.map((turn) => ({ ...turn, asked: [] })) };
      return [conversationPath(role, subject), `${JSON.stringify(plain, null, 2)}\n`];
    }),
  );
}
