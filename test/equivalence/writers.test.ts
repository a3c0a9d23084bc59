import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('objects that write to memory of their caller', () => {
  const sides = fixtureSides('writers.c');
  const INIT = { c: 'writer_init', rust: 'writers::Writer::new' };
  const PUT = { c: 'writer_put', rust: 'writers::Writer::put' };
  const LENGTH = { c: 'writer_length', rust: 'writers::Writer::length' };
  const FAILED = { c: 'writer_failed', rust: 'writers::Writer::failed' };

  test.each([
    ['writer_put', 'put', [INIT, LENGTH, FAILED]],
    ['writer_put', 'put', [INIT]],
    ['writer_flip', 'flip', [INIT, PUT, LENGTH]],
    ['writer_init', 'new', [PUT, LENGTH]],
    ['writer_failed', 'failed', [INIT, PUT]],
  ])(
    'are equal: %s',
    async (c, rust, partners) => {
      const evidence = await sides(c, `writers::Writer::${rust}`, { partners });
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['writer_put', 'put_some', [INIT, LENGTH]],
    ['writer_flip', 'flip_nothing', [INIT, PUT, LENGTH]],
  ])(
    'differ by what stands there: %s, broken as %s',
    async (c, rust, partners) => {
      expect(await sides(c, `writers::Writer::${rust}`, { partners })).toMatchObject({
        kind: 'different',
        c: expect.stringContaining('memory of memory = '),
      });
    },
    60_000,
  );
});

(canBuildBoth ? inSandbox : describe.skip)(
  'a record that tells no room for what is written',
  () => {
    const sides = fixtureSides('writers.c');
    const mapping = "{ records: { 'struct sink': { outbuf: { written: true } } } }";

    test.each([
      ['put', 'equal'],
      ['put_first', 'different'],
    ])(
      'is given some: %s is %s',
      async (rust, kind) => {
        expect(await sides('sink_put', `writers::Sink::${rust}`, { mapping })).toMatchObject({
          kind,
        });
      },
      60_000,
    );

    const ending = mapping.replace(
      /\}$/,
      ", c: { buf: { role: 'output', room: 8 } }, result: { buffer: '*buf', length: 'return' } }",
    );

    test.each([
      ['end', 'equal'],
      ['end_of_two', 'different'],
      ['end_alone', 'different'],
    ])(
      'may be written to memory of the caller: %s is %s',
      async (rust, kind) => {
        const options = { mapping: ending };
        expect(await sides('sink_end', `writers::Sink::${rust}`, options)).toMatchObject({ kind });
      },
      60_000,
    );
  },
);

(canBuildBoth ? inSandbox : describe.skip)('bit fields', () => {
  const sides = fixtureSides('writers.c');

  test.each([
    ['sum', 'equal'],
    ['sum_of_three', 'different'],
  ])(
    'are given what they can hold: %s is %s',
    async (rust, kind) => {
      expect(await sides('packed_sum', `writers::Packed::${rust}`, {})).toMatchObject({ kind });
    },
    60_000,
  );
});
