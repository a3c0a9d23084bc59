import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('streams', () => {
  const sides = fixtureSides('streams.c');
  const report =
    "{ rust: { self: 'report' }, result: { ok: 'nothing', errors: [{ error: '_', return: -1 }] } }";
  const shout = "{ rust: { input: 'in' } }";
  const line =
    "{ rust: { input: 'in' }, result: { some: { buffer: '*out', length: 'return' }, none: -1 } }";

  test.each([
    ['are written to', 'write_table', 'streams::write_table', undefined],
    ['are read, up to where the next one begins', 'read_line', 'streams::read_line', line],
    ['belong to the function', 'shout', 'streams::shout', shout],
    ['are fields of a record', 'report_line', 'streams::Report::line', report],
    ['are memory, which never fails', 'write_bytes', 'streams::write_bytes', undefined],
  ])(
    '%s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, rust, mapping === undefined ? {} : { mapping });
      expect(evidence).toMatchObject({ kind: 'equal', excluded: 0, undefinedBehaviour: [] });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    [
      'an error of a write that Rust does not tell',
      'write_table',
      'streams::write_table_late',
      undefined,
      /return = -1/,
    ],
    ['what is read too far', 'read_line', 'streams::read_line_ahead', line, /^in = /],
    ['bytes that are not written', 'shout', 'streams::shout_ascii', shout, /^out = /],
    [
      'a write that fails, and panics in Rust',
      'write_bytes',
      'streams::write_bytes_to',
      undefined,
      /out = /,
    ],
  ])(
    '%s: a difference',
    async (_, c, rust, mapping, gave) => {
      const evidence = await sides(c, rust, mapping === undefined ? {} : { mapping });
      expect(evidence).toMatchObject({ kind: 'different', c: expect.stringMatching(gave) });
    },
    60_000,
  );

  test('a difference becomes a test', async () => {
    const evidence = await sides('shout', 'streams::shout_ascii', { mapping: shout });
    expect(evidence).toMatchObject({
      kind: 'different',
      test: expect.stringContaining('shout_ascii(&mut &Vec::<u8>::from(vec![128])[..], &mut out);'),
    });
  }, 60_000);
});
