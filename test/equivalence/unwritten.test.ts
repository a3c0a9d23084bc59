import { describe, expect, test } from '@jest/globals';
import type { PartnerFunction } from '../../src/equivalence/plan/subject.ts';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

function partners(type: string, ...names: readonly string[]): readonly PartnerFunction[] {
  const own = type.toLowerCase();
  return names.map((name) => ({ c: `${own}_${name}`, rust: `unwritten::${type}::${name}` }));
}

(canBuildBoth ? inSandbox : describe.skip)('objects whose memory the C has not written', () => {
  const sides = fixtureSides('unwritten.c');
  const GAUGE = partners('Gauge', 'new', 'add', 'span');
  const DIAL = partners('Dial', 'new', 'low', 'marked');
  const METER = partners('Meter', 'new', 'add', 'sum');

  test.each([
    ['the maker itself', 'gauge_new', 'unwritten::Gauge::new'],
    ['what is read of it', 'gauge_span', 'unwritten::Gauge::span'],
    ['a constant in its place', 'gauge_span', 'unwritten::Gauge::constant'],
    ['what is changed of it', 'gauge_add', 'unwritten::Gauge::add'],
  ])(
    'are no evidence, though both sides agree: %s',
    async (_, c, rust) => {
      expect(await sides(c, rust, { partners: GAUGE })).toEqual({
        kind: 'not checked',
        because: expect.stringContaining('(gauge_new leaves low, high unwritten)'),
        remedy: 'later',
      });
    },
    60_000,
  );

  test('count where another function writes to it first', async () => {
    const known = [...GAUGE, ...partners('Gauge', 'set')];
    for (const name of ['add', 'set', 'span']) {
      const evidence = await sides(`gauge_${name}`, `unwritten::Gauge::${name}`, {
        partners: known,
      });
      expect(evidence).toMatchObject({
        kind: 'equal',
        limits: expect.arrayContaining([
          expect.stringMatching(/^On \d+ inputs .* \(gauge_new leaves low, high unwritten\)/),
        ]),
      });
    }
    const constant = await sides('gauge_span', 'unwritten::Gauge::constant', { partners: known });
    expect(constant).toMatchObject({ kind: 'different', rust: 'return = 0' });
    if (constant.kind === 'different') expect(constant.input).toContain('gauge_set');
  }, 60_000);

  test('count where only what is written is read', async () => {
    const evidence = await sides('dial_low', 'unwritten::Dial::low', { partners: DIAL });
    expect(evidence).toMatchObject({ kind: 'equal' });
    expect(await sides('dial_marked', 'unwritten::Dial::marked', { partners: DIAL })).toMatchObject(
      {
        kind: 'not checked',
        because: expect.stringContaining('(dial_new leaves mark unwritten)'),
      },
    );
  }, 60_000);

  test.each(['new', 'add', 'sum'])(
    'say nothing of a maker that writes all that is read: meter_%s',
    async (name) => {
      const evidence = await sides(`meter_${name}`, `unwritten::Meter::${name}`, {
        partners: METER,
      });
      expect(evidence).toMatchObject({ kind: 'equal', excluded: 0 });
      if (evidence.kind !== 'equal') return;
      expect(evidence.limits.join()).not.toContain('no call has written');
    },
    60_000,
  );

  test('hide no difference of objects that are written', async () => {
    expect(
      await sides('meter_add', 'unwritten::Meter::add_for_ever', { partners: METER }),
    ).toMatchObject({
      kind: 'different',
      input: expect.stringContaining('meter_add'),
    });
  }, 60_000);
});
