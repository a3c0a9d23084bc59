import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { migrateProject } from '../../src/entry/migrate-project.ts';
import { repairLimits } from '../../src/migration/transpile/run-step.ts';
import { withClang } from '../support/clang.ts';
import { commitAll, git } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RECORDING = join(import.meta.dirname, '../fixtures/recordings/migrate/words');
const PROJECT = join(import.meta.dirname, '../migration/fixtures/words');

withClang('a recorded migration', () => {
  test('asks what it asked when it was recorded, and comes to the same', async () => {
    const path = join(temporaryFolder(), 'words');
    cpSync(PROJECT, path, { recursive: true });
    git(path, 'init', '--quiet', '--initial-branch=main');
    commitAll(path);
    const { outcomes, stopped } = await migrateProject(
      {
        ...{ path, crate: 'rust', only: [], maxFunctions: 10, maxRestarts: 0, dryRun: false },
        ...{ repairs: repairLimits(0), until: 'transpile', reset: false },
        models: { strictReplay: true },
      },
      {
        env: { ...process.env, RUSTWARD_REPLAY: RECORDING },
        signal: new AbortController().signal,
        onProgress: () => undefined,
        onWarning: (line) => expect(line).toBe(''),
      },
    );
    expect(stopped).toBeUndefined();
    const evidence = outcomes.map((outcome) => {
      const names = outcome.step.functions.map(({ name }) => name).join('+');
      const done = outcome.kind === 'migrated' && outcome.result.kind === 'done';
      const [seen] = done ? outcome.result.evidence.values() : [];
      return [names, outcome.kind, seen?.kind];
    });
    expect(evidence).toEqual([
      ['is_blank_byte', 'migrated', 'equal'],
      ['count_words', 'migrated', 'equal'],
    ]);
    expect(readFileSync(join(path, 'rust/src/words.rs'), 'utf8')).toMatchInlineSnapshot(`
"//! Words of a text.

/// Whether a byte stands between words.
pub(crate) fn is_blank_byte(c: u8) -> bool {
    matches!(c, b' ' | b'\\t' | b'\\n')
}

/// How many words a text has: runs of bytes of which none is blank.
pub fn count_words(text: &[u8]) -> usize {
    text.split(|&c| is_blank_byte(c))
        .filter(|word| !word.is_empty())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_bytes_are_blank() {
        assert!([b' ', b'\\t', b'\\n'].into_iter().all(is_blank_byte));
    }

    #[test]
    fn others_are_not() {
        assert!(![b'a', b'\\r', 0, 0xff].into_iter().any(is_blank_byte));
    }

    #[test]
    fn words_are_counted_once() {
        assert_eq!(count_words(b"one two"), 2);
        assert_eq!(count_words(b"one"), 1);
    }

    #[test]
    fn blanks_around_words_do_not_count() {
        assert_eq!(count_words(b"  one\\t\\ntwo "), 2);
    }

    #[test]
    fn a_text_without_words() {
        assert_eq!(count_words(b""), 0);
        assert_eq!(count_words(b" \\n "), 0);
    }
}
"
`);
  }, 180_000);
});
