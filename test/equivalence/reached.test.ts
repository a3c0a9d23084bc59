import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('functions that a comparison reaches', () => {
  const sides = fixtureSides('reached.c');
  const partners = [
    { c: 'skip_blanks', rust: 'reached::Cursor::skip_blanks' },
    { c: 'read_number', rust: 'reached::Cursor::read_number' },
    { c: 'twice', rust: 'reached::twice' },
  ];

  test('are named where the Rust calls what has taken their place', async () => {
    expect(await sides('sum_of_text', 'reached::sum_of_text', { partners })).toMatchObject({
      kind: 'equal',
      also_reached: [
        { c_name: 'skip_blanks', lines: 3, covered_lines: 3 },
        { c_name: 'read_number', lines: 10, covered_lines: 10 },
      ],
    });
  }, 60_000);

  test('are none where nothing has taken their place', async () => {
    const evidence = await sides('sum_of_text', 'reached::sum_of_text', { partners: [] });
    expect(evidence).toMatchObject({ kind: 'equal' });
    expect(evidence).not.toHaveProperty('also_reached');
  }, 60_000);
});
