import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { copyProject } from '../../../bench/migrate/copy-project.ts';
import { readRecordedProjects } from '../../../bench/migrate/recorded-projects.ts';
import { migrateProject } from '../../../src/entry/migrate/migrate-project.ts';
import { repairLimits } from '../../../src/migration/transpile/run-step.ts';
import { withClang } from '../../support/clang.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RECORDINGS = join(ROOT, 'test/fixtures/recordings/migrate');
const PROJECT = join(import.meta.dirname, '../../migration/fixtures/words');

withClang('a recorded migration', () => {
  test('asks what it asked when it was recorded, and comes to the same', async () => {
    const path = join(temporaryFolder(), 'words');
    cpSync(PROJECT, path, { recursive: true });
    git(path, 'init', '--quiet', '--initial-branch=main');
    commitAll(path);
    const { outcomes, stopped } = await replay(path, join(RECORDINGS, 'words'));
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
"//! Counts the words of a text.

/// Whether the byte is a space, a tab or a newline.
pub(crate) fn is_blank_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\\t' | b'\\n')
}

/// How many runs of bytes that are not blank a text has; the text ends at its first NUL, if it has one.
pub fn count_words(text: &[u8]) -> usize {
    let end = text
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(text.len());
    text[..end]
        .split(|&byte| is_blank_byte(byte))
        .filter(|word| !word.is_empty())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_tab_and_newline_are_blank() {
        assert!(is_blank_byte(b' '));
        assert!(is_blank_byte(b'\\t'));
        assert!(is_blank_byte(b'\\n'));
    }

    #[test]
    fn other_white_space_is_not_blank() {
        assert!(!is_blank_byte(b'\\r'));
        assert!(!is_blank_byte(0x0b));
        assert!(!is_blank_byte(0x0c));
        assert!(!is_blank_byte(0xa0));
    }

    #[test]
    fn nul_and_the_largest_byte_are_not_blank() {
        assert!(!is_blank_byte(0));
        assert!(!is_blank_byte(0xff));
    }

    #[test]
    fn exactly_three_bytes_are_blank() {
        let blank: Vec<u8> = (0..=u8::MAX).filter(|&byte| is_blank_byte(byte)).collect();
        assert_eq!(blank, [b'\\t', b'\\n', b' ']);
    }

    #[test]
    fn counts_words_between_blanks() {
        assert_eq!(count_words(b"one two\\tthree\\nfour"), 4);
    }

    #[test]
    fn empty_text_has_no_words() {
        assert_eq!(count_words(b""), 0);
    }

    #[test]
    fn blanks_alone_are_no_words() {
        assert_eq!(count_words(b" \\t\\n  "), 0);
    }

    #[test]
    fn runs_of_blanks_and_blanks_at_the_ends_add_nothing() {
        assert_eq!(count_words(b"  a \\t\\n b  "), 2);
    }

    #[test]
    fn a_text_without_blanks_is_one_word() {
        assert_eq!(count_words(b"x"), 1);
        assert_eq!(count_words(b"a\\rb\\x0bc\\x0cd\\xff"), 1);
    }

    #[test]
    fn the_text_ends_at_a_nul() {
        assert_eq!(count_words(b"a b\\0 c d"), 2);
        assert_eq!(count_words(b"\\0a"), 0);
    }
}
"
`);
  }, 180_000);

  // `npm run demo:migrate` ends where a question has another wording.
  test('of the demonstration asks what it asked when it was recorded', async () => {
    const project = readRecordedProjects(RECORDINGS).find(
      ({ name }) => name === 'archive-reader-start',
    );
    if (project === undefined) throw new Error(`there is no recording in ${RECORDINGS}`);
    const copy = copyProject(project, join(ROOT, 'examples/archive-reader'), temporaryFolder());
    const { outcomes, stopped } = await replay(copy, project.recording, 'checksum_update');
    expect(stopped).toBeUndefined();
    expect(outcomes[0]?.kind).toBe('migrated');
  }, 180_000);
});

/** Goes through a migration, or one function of it, with the answers that were given to the same questions. */
function replay(path: string, recording: string, ...only: string[]) {
  return migrateProject(
    {
      ...{ path, crate: 'rust', only, maxFunctions: 10, maxRestarts: 0, dryRun: false },
      ...{ repairs: repairLimits(0), until: 'transpile', reset: false },
      models: { strictReplay: true },
    },
    {
      env: { ...process.env, RUSTWARD_REPLAY: recording },
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onWarning: (line) => expect(line).toBe(''),
    },
  );
}
