import { afterEach, describe, expect, test } from '@jest/globals';
import { migrationInputs } from '../../../action/inputs/migration-inputs.ts';
import { UsageError } from '../../../src/errors.ts';

/** What mode migrate reads of these inputs. */
function given(inputs: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(inputs)) {
    process.env[`INPUT_${name.toUpperCase()}`] = value;
  }
  return migrationInputs();
}

afterEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('INPUT_')) delete process.env[name];
  }
});

describe('the folder of the crate', () => {
  const deep = (depth: number) => Array.from({ length: depth }, () => 'a').join('/');

  test.each(['rust', 'r', 'crates/my_crate', 'a-b/c', deep(10), 'a'.repeat(100)])(
    '%s is taken',
    (crate) => {
      expect(given({ crate }).crate).toBe(crate);
    },
  );

  test.each([
    ...['/rust', '../rust', 'rust/', 'rust//a', 'rust/..', '.', 'a b', 'rust\nx', deep(11)],
    ...['a'.repeat(101), `a/${'a'.repeat(101)}`, '$(id)'],
  ])('%j is refused', (crate) => {
    expect(() => given({ crate })).toThrow(UsageError);
    expect(() => given({ crate })).toThrow(/the input crate/);
  });
});

describe('functions', () => {
  test('are on lines or between commas, each once, with a file or without', () => {
    expect(given({ functions: 'parse, src/a.c:scan\n\nparse\n' }).functions).toEqual([
      { name: 'parse', file: undefined },
      { name: 'scan', file: 'src/a.c' },
    ]);
  });

  test('that are skipped are not those that are chosen', () => {
    const { functions, skipped } = given({ 'skip-functions': 'parse' });
    expect([functions, skipped]).toEqual([[], [{ name: 'parse', file: undefined }]]);
  });

  test.each(['1st', 'a b', '../a.c:parse', ':parse', 'a.c:', 'a.c::parse', 'a::b'])(
    '%j is none',
    (functions) => {
      expect(() => given({ functions })).toThrow(/the input functions/);
    },
  );

  test('are twenty at most, and a thousand that are skipped', () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`).join(',');
    expect(given({ functions: names(20) }).functions).toHaveLength(20);
    expect(() => given({ functions: names(21) })).toThrow(/functions.*21.*20/);
    delete process.env['INPUT_FUNCTIONS'];
    expect(given({ 'skip-functions': names(1000) }).skipped).toHaveLength(1000);
    expect(() => given({ 'skip-functions': names(1001) })).toThrow(/skip-functions.*1001.*1000/);
  });

  test('of the order are one, or as many as is said', () => {
    expect(given({}).maxFunctions).toBe(1);
    expect(given({ 'max-functions': '20' }).maxFunctions).toBe(20);
    for (const count of ['0', '21']) {
      expect(() => given({ 'max-functions': count })).toThrow(/max-functions/);
    }
  });
});

test('pull requests are opened unless the workflow says otherwise', () => {
  expect(given({}).pullRequests).toBe(true);
  expect(given({ 'pull-requests': 'false' }).pullRequests).toBe(false);
});
