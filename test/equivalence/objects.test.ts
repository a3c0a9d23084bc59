import { describe, expect, test } from '@jest/globals';
import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import type { PartnerFunction } from '../../src/equivalence/plan/subject.ts';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const TOTALS: readonly PartnerFunction[] = ['of', 'plus', 'take', 'value'].map((name) => ({
  c: `total_${name}`,
  rust: `total::${name}`,
}));

(canBuildBoth ? inSandbox : describe.skip)('objects that calls make and look into', () => {
  const sides = fixtureSides('set.c', 'total.c', 'cache.c');

  const check = (
    c: string,
    rust: string,
    partners?: readonly PartnerFunction[],
    cases?: number,
  ): Promise<Evidence> =>
    sides(c, rust, {
      ...(partners === undefined ? {} : { partners }),
      ...(cases === undefined ? {} : { cases }),
    });

  test.each([
    ['made where a parameter points, or refused', 'set_open', 'set::Set::open'],
    ['two in one call', 'set_equals', 'set::Set::equals'],
    ['made of another one', 'set_copy', 'set::Set::copy'],
    ['printed', 'set_show', 'set::Set::show'],
  ])(
    'are equal: %s',
    async (_, c, rust) => {
      const evidence = await check(c, rust);
      expect(evidence).toMatchObject({ kind: 'equal', undefinedBehaviour: [] });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['set_copy', 'set::Set::loose_copy', 'set_copy'],
    ['set_equals', 'set::Set::same_count', 'set_equals'],
    ['set_open', 'set::Set::always_open', 'limit = 0'],
  ])(
    'differ: %s',
    async (c, rust, input) => {
      expect(await check(c, rust)).toMatchObject({
        kind: 'different',
        input: expect.stringContaining(input),
      });
    },
    60_000,
  );

  test.each([
    ['put', 'put'],
    ['get', 'get'],
    ['drop', 'drop'],
    ['put', 'put_in_place'],
    ['put', 'put_over_last'],
    ['get', 'peek'],
    ['drop', 'drop_with_room'],
  ])(
    'a cache, by what many calls with few keys leave in it: %s and %s',
    async (c, rust) => {
      const evidence = await check(`cache_${c}`, `cache::Cache::${rust}`, undefined, 1500);
      expect(evidence.kind).toBe(c === rust ? 'equal' : 'different');
    },
    60_000,
  );

  test('records by value, and functions outside of an impl, by what is known of others', async () => {
    expect(await check('total_plus', 'total::plus', TOTALS)).toMatchObject({
      kind: 'equal',
      limits: [expect.stringContaining('total_value')],
    });
  }, 60_000);

  test('without others that look into them they are not checked', async () => {
    expect(await check('total_take', 'total::take', TOTALS.slice(0, 2))).toEqual({
      kind: 'not checked',
      because: expect.stringContaining('tells what a total::Total holds'),
      remedy: 'later',
    });
  }, 60_000);

  test('a function that gives nothing back is not checked', async () => {
    expect(await check('set_check', 'set::Set::check')).toEqual({
      kind: 'not checked',
      because: expect.stringContaining('set_check gives nothing back'),
      remedy: 'later',
    });
  }, 60_000);

  test('what the C releases is not there to be looked at', async () => {
    expect(await check('set_close', 'set::Set::empty')).toEqual({
      kind: 'nothing to compare',
      because: 'set_close releases s, and does nothing else',
    });
  }, 60_000);

  test.each([
    ['what both do not do', 'set_nothing', 'set::Set::nothing', 'nothing to compare'],
    ['what Rust releases by itself', 'set_close', 'set::Set::close', 'nothing to compare'],
    [
      'what a function of the caller releases',
      'pool_close',
      'set::Pool::close',
      'nothing to compare',
    ],
    ['work that an empty function leaves out', 'set_check', 'set::Set::nothing', 'not checked'],
    ['a release of what is only borrowed', 'set_close', 'set::Set::nothing', 'not checked'],
  ])(
    'that an empty function does the same is no evidence: %s',
    async (_, c, rust, kind) => {
      const remedy = kind === 'not checked' ? { remedy: 'none' } : {};
      expect(await check(c, rust)).toEqual({ kind, because: expect.any(String), ...remedy });
    },
    60_000,
  );
});
