import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('files and folders', () => {
  const sides = fixtureSides('files.c');
  const makes = "{ result: { ok: 'nothing', success: 0, errors: 'errno' } }";
  const opens = "{ result: { ok: 'return', errors: 'errno' } }";

  test.each([
    ['a descriptor that is a stream in Rust', 'write_all', 'files::write_all', undefined],
    ['a descriptor that is a file', 'write_all', 'files::write_all_to_file', undefined],
    ['a file that is read and written', 'raise_bytes', 'files::raise_bytes', undefined],
    [
      'the descriptor of a folder, and one that is given back',
      'open_folder',
      'files::open_folder',
      opens,
    ],
    ['a file by its path', 'file_size', 'files::file_size', undefined],
    [
      'a file that is there, or errno says why not',
      'is_there',
      'files::is_there',
      "{ result: { ok: 'nothing', success: 1, errors: 'errno' } }",
    ],
    ['the mode of an open file', 'keep_private', 'files::keep_private', makes],
    [
      'a path that there may be none of',
      'size_of_any',
      'files::size_of_any',
      "{ c: { path: { role: 'text', nullable: true } } }",
    ],
    ['a text that is left at null', 'clear_tag', 'files::clear_tag', undefined],
    ['a name that is cut where it stands', 'take_off', 'files::take_off', undefined],
    ['a file that is made', 'make_note', 'files::make_note', makes],
    ['a folder that a record has', 'put_on_shelf', 'files::put_on_shelf', undefined],
  ])(
    'are equal: %s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, rust, mapping === undefined ? {} : { mapping });
      expect(evidence).toMatchObject({ kind: 'equal', undefinedBehaviour: [] });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBeGreaterThanOrEqual(evidence.coverage.lines - 1);
    },
    60_000,
  );

  test('are equal where a comparison must hold before a file is made', async () => {
    const evidence = await sides('stamp_file', 'files::stamp_file', { cases: 4000, seconds: 40 });
    expect(evidence).toMatchObject({ kind: 'equal', coverage: { missedLines: [] } });
  }, 120_000);

  test.each([
    ['where a file stands', 'raise_bytes', 'files::raise_bytes_back', undefined, /^fd = /],
    [
      'a link that is followed',
      'open_folder',
      'files::open_folder_anywhere',
      opens,
      /errno = |return = /,
    ],
    ['the mode of an open file', 'keep_private', 'files::keep_open', makes, /mode: /],
    ['what is left of a name', 'take_off', 'files::take_off_less', undefined, /^name = /],
    ['the mode of a new file', 'make_note', 'files::make_open_note', makes, /mode: 416/],
  ])(
    'differ: %s',
    async (_, c, rust, mapping, gave) => {
      const options = mapping === undefined ? {} : { mapping };
      const evidence = await sides(c, rust, { ...options, cases: 2000, seconds: 40 });
      expect(evidence).toMatchObject({ kind: 'different', c: expect.stringMatching(gave) });
    },
    60_000,
  );
});
