import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('unsigned characters', () => {
  const sides = fixtureSides('ended.c');

  test.each(['ended_length', 'ended_word', 'ended_next'])(
    'are a text where the mapping says so: %s',
    async (name) => {
      const mapping = `{ c: { text: { role: 'text' } } }`;
      const evidence = await sides(name, `ended::${name}`, { mapping });
      expect(evidence).toMatchObject({ kind: 'equal' });
    },
    60_000,
  );

  test.each(['ended_length', 'ended_word'])(
    'may be a text where nothing tells, which no difference is put down to: %s',
    async (name) => {
      expect(await sides(name, `ended::${name}`)).toMatchObject({
        ...{ kind: 'not checked', remedy: 'plan' },
        because: expect.stringMatching(/ nothing tells whether text ends at its first zero/),
      });
    },
    60_000,
  );

  test.each([
    [
      'where the mapping calls them elements',
      "{ c: { text: { role: 'elements' } } }",
      'ended_length',
    ],
    ['where the C looks for no zero', undefined, 'ended_number'],
  ])(
    'are no text %s',
    async (_, mapping, name) => {
      const evidence = await sides(
        name,
        `ended::${name}`,
        mapping === undefined ? {} : { mapping },
      );
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
