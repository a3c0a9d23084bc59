import { describe, expect, test } from '@jest/globals';
import { errnoName, errnoValue } from '../../../src/equivalence/pairing/errno.ts';
import { variantErrnos } from '../../../src/equivalence/result/variant-errno.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { fixtureSides } from '../../support/fixture-sides.ts';
import { canBuildBoth } from '../../support/side-by-side.ts';

/** The port is in the result, and so in no error. */
const LEFT = 'What a call that fails leaves in port is not compared: Rust has none then.';

test('a name is a number, and a number a name', () => {
  expect(errnoValue('ERANGE')).toBe(34);
  expect(errnoName(34)).toBe('ERANGE');
  expect(errnoValue('EWHAT')).toBeUndefined();
  expect(errnoName(4000)).toBe('4000');
});

test('variants are paired with the values that they are named after, each with its own', () => {
  const pairs = (names: readonly string[], mentioned: readonly string[]) => {
    const variants = names.map((name) => ({
      name,
      hasFields: false,
      fields: [],
      isTuple: false,
      value: undefined,
    }));
    const found = variantErrnos({ kind: 'enum', path: 'E', variants }, mentioned);
    return found && [...found.values()].map(errnoName);
  };
  expect(pairs(['Invalid', 'OutOfRange'], ['ERANGE', 'EINVAL'])).toEqual(['EINVAL', 'ERANGE']);
  expect(pairs(['NoMem', 'NotFound'], ['ENOENT', 'ENOMEM'])).toEqual(['ENOMEM', 'ENOENT']);
  expect(pairs(['Invalid', 'Range'], ['EINVAL'])).toBeUndefined();
  expect(pairs(['Invalid', 'InvalidDigit'], ['EINVAL'])).toBeUndefined();
});

(canBuildBoth ? inSandbox : describe.skip)('errno', () => {
  const check = fixtureSides('state.c');

  test.each([
    ['by the names of variants', 'parse_port', 'errors::parse_port', [LEFT]],
    ['with an io::Error', 'parse_port', 'errors::parse_port_io', [LEFT]],
    ['where the C returns null', 'name_of_day', 'errors::name_of_day', []],
  ])(
    'is compared %s',
    async (_, c, rust, limits) => {
      expect(await check(c, rust, { cases: 300 })).toMatchObject({ kind: 'equal', limits });
    },
    60_000,
  );

  test('is compared with an integer, as the mapping says', async () => {
    const mapping = '{ result: { ok: "*port", success: 0, errors: "errno" } }';
    const evidence = await check('parse_port', 'errors::parse_port_number', {
      cases: 300,
      mapping,
    });
    expect(evidence).toMatchObject({ kind: 'equal', limits: [LEFT] });
  }, 60_000);

  test('differs where the error is another', async () => {
    expect(await check('parse_port', 'errors::parse_port_confused')).toMatchObject({
      kind: 'different',
      input: expect.stringMatching(/"\d{5,}/),
      c: 'errno = 34',
      rust: 'errno = 22',
      test: expect.stringContaining('Err(crate::errors::PortError::OutOfRange)'),
    });
  }, 60_000);

  test('of two values that one error stands for is told', async () => {
    const error = '{ error: "_", return: -1, errno: ["EINVAL", "ERANGE"] }';
    const mapping = `{ result: { ok: "*port", success: 0, errors: [${error}] } }`;
    const evidence = await check('parse_port', 'errors::parse_port_confused', { mapping });
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: [
        '_ stands for EINVAL and ERANGE, which errno tells apart in C.',
        'Which error of errors::PortError it is is not compared: the C returns -1 for each.',
        LEFT,
      ],
    });
  }, 60_000);

  test('has to be said of every error that returns the same', async () => {
    const errors = `[
      { error: "PortError::Invalid", return: -1, errno: "EINVAL" },
      { error: "PortError::OutOfRange", return: -1 },
    ]`;
    const mapping = `{ result: { ok: "*port", success: 0, errors: ${errors} } }`;
    expect(await check('parse_port', 'errors::parse_port', { mapping })).toEqual({
      kind: 'not checked',
      because: 'PortError::OutOfRange returns what others do, and has no errno',
      remedy: 'plan',
    });
  }, 60_000);

  test('that Rust has no error for is told, with what was seen', async () => {
    const blind = await check('parse_port', 'errors::parse_port_blind', { cases: 300 });
    expect(blind).toMatchObject({
      kind: 'equal',
      limits: [
        LEFT,
        expect.stringMatching(
          /^errno is set and not compared: it was E(?:INVAL|RANGE) after \d+ calls, E/,
        ),
        'The Rust result does not tell EINVAL from ERANGE.',
      ],
    });
  }, 60_000);
});
