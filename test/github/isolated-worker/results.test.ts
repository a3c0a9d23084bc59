import { expect, test } from '@jest/globals';
import { WORKER_RESULTS } from '../../../src/github/isolated-worker/results.ts';

test.each(Object.entries(WORKER_RESULTS))(
  'task %s leaves a JSON file of a bounded size, and what is no result is refused',
  (_task, { name, maxBytes, schema }) => {
    expect(name).toMatch(/^[a-z]+\.json$/);
    expect(maxBytes).toBeGreaterThan(1_000_000);
    expect(maxBytes).toBeLessThan(2 ** 30);
    for (const value of [undefined, null, 7, 'text', [], {}]) {
      expect(schema.safeParse(value).success).toBe(false);
    }
  },
);
