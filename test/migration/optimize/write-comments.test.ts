import { describe, expect, test } from '@jest/globals';
import { applyChanges } from '../../../src/migration/optimize/change.ts';
import { missingComments } from '../../../src/migration/optimize/missing-comments.ts';
import { writeComments } from '../../../src/migration/optimize/write-comments.ts';
import { scriptedModel } from '../../fakes/scripted-model.ts';
import { crateOf } from '../gates/judging.ts';

const { signal } = new AbortController();

const BARE = `/// Reads.
pub fn first(words: &[u32]) -> u32 {
    match words.len() {
        0 => 0,
        _ => unsafe { *words.get_unchecked(0) },
    }
}

#[inline]
pub unsafe fn head(words: *const u32) -> u32 {
    // SAFETY: the caller sees to that.
    unsafe { *words }
}

#[derive(Debug)]
#[repr(C)]
pub struct Word(u32);

fn hidden() {}
`;

function fileOf(text: string) {
  const [file] = crateOf(text).files;
  if (file === undefined) throw new Error('no file');
  return file;
}

async function written(text: string, ...answers: readonly object[]) {
  const model = scriptedModel(answers.map((answer) => JSON.stringify(answer)));
  const changes = await writeComments(fileOf(text), { model, signal });
  const files = applyChanges(new Map([['src/lib.rs', text]]), changes);
  return { changes, text: files.get('src/lib.rs') ?? '', questions: model.requests };
}

const comments = (...texts: readonly string[]) => ({
  comments: texts.map((text, at) => ({ place: at + 1, text })),
});

describe('what lacks a comment', () => {
  test('is each unsafe without a reason, and each public item without documentation', () => {
    const found = missingComments(fileOf(BARE)).map(({ kind, line }) => [kind, line]);
    expect(found).toEqual([
      ['safety', 5],
      ['docs', 10],
      ['safety', 10],
      ['docs', 17],
    ]);
  });

  test('gets the one that the model gives, in its place, and nothing else is changed', async () => {
    const { text, changes } = await written(
      BARE,
      comments(
        'the match has seen that there is one.',
        'Gives the word at an address.',
        'It points to a word.',
        'A word of the machine.',
      ),
    );
    expect(text).toContain(
      '        // SAFETY: the match has seen that there is one.\n        _ =>',
    );
    expect(text).toContain('/// A word of the machine.\n#[derive(Debug)]\n#[repr(C)]\npub struct');
    expect(text).toContain('/// # Safety\n/// It points to a word.\n');
    expect(text).toContain('/// Gives the word at an address.\n');
    const added = text.split('\n').filter((line) => !BARE.split('\n').includes(line));
    expect(added.filter((line) => !/^\s*\/\/[/ ]/.test(line))).toEqual([]);
    expect(text.split('\n').filter((line) => !added.includes(line))).toEqual(BARE.split('\n'));
    expect(changes.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
      'safety: say why an unsafe block is sound',
      'docs: describe what has no documentation: `head` has no documentation',
      'safety: say why an unsafe function: what its caller must see to is sound',
      'docs: describe what has no documentation: `Word` has no documentation',
    ]);
    expect(new Set(changes.map(({ key }) => key)).size).toBe(4);
  });

  test('that the model cannot tell is left as it is', async () => {
    const { text, changes } = await written(BARE, { comments: [] });
    expect([text, changes]).toEqual([BARE, []]);
  });

  test('a long one is broken into lines, each of them a comment', async () => {
    const long = `${'a word that is long '.repeat(12)}and ends.`;
    const { text } = await written('pub const LIMIT: u32 = 7;\n', comments(long));
    const lines = text.split('\n').filter((line) => line.startsWith('///'));
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(90);
    expect(lines.map((line) => line.slice(4)).join(' ')).toBe(long);
  });
});

test('a file that lacks none asks nothing', async () => {
  const { changes, questions } = await written('/// Seven.\npub const LIMIT: u32 = 7;\n');
  expect([changes, questions]).toEqual([[], []]);
});

test.each([
  ['a place that there is not', { comments: [{ place: 2, text: 'It is a limit.' }] }],
  ['more than one paragraph', comments('It is\na limit of words.')],
  ['no sentence', comments('Thelimitofwords.')],
  ['too few characters', comments('It is a one')],
])('an answer with %s is asked for again', async (_what, wrong) => {
  const right = comments('How many words there may be.');
  const { text, questions } = await written('pub const LIMIT: u32 = 7;\n', wrong, right);
  expect(text).toBe('/// How many words there may be.\npub const LIMIT: u32 = 7;\n');
  expect(questions).toHaveLength(2);
  expect(questions[0]?.messages.map(({ content }) => content).join('\n')).toContain(
    '1. line 1: `LIMIT` has no documentation',
  );
});
