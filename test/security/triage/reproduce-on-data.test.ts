import { describe, expect, test } from '@jest/globals';
import type { Report } from '../../../src/security/report/report.ts';
import { billedModel } from '../../support/billed-model.ts';
import { servedReview } from '../../support/served-review.ts';
import { UNIT, uncheckedLength } from '../../support/unchecked-length.ts';

const OPTIONS = ['--fail-on', 'none', '--no-cache', '--discover-limit', '0'];

/** No model is configured there. */
const NOWHERE = { baseUrl: 'http://127.0.0.1:9/' };

function reviewOf({ root, commit } = uncheckedLength(), variables = {}) {
  const review = servedReview(root, NOWHERE, {}, variables);
  return (...options: readonly string[]) =>
    review.run('--base', commit, '--no-model', ...OPTIONS, ...options);
}

function reproductions({ candidates }: Report) {
  return candidates.flatMap(({ reproduction }) => reproduction ?? []);
}

describe('without a model', () => {
  test('what a change introduces in a function on data alone is reproduced, the same each time', async () => {
    const run = reviewOf();
    const { report, status, stdout } = await run();
    expect(status).toBe(0);
    expect(report.candidates[0]).toMatchObject({
      file: UNIT,
      function: 'read_name',
      confidence: 0.95,
      reproduction: {
        outcome: 'reproduced',
        written_by: 'machine',
        unit: UNIT,
        input: '',
        driver: expect.stringMatching(/^ {4}read_name\(block_1, \d+\);$/m),
        report: expect.stringMatching(/buffer-overflow[\s\S]*in read_name src\/name\.c:\d+/),
      },
    });
    expect(report.notice).toContain('Of functions on data alone: 1 reproduced by execution.');
    expect(stdout).toContain('reproduced');
    expect((await run()).report).toEqual(report);
  });

  test('nothing is run with --no-reproduce', async () => {
    const { report } = await reviewOf()('--no-reproduce');
    expect(report.candidates).not.toEqual([]);
    expect(reproductions(report)).toEqual([]);
  });

  test('nothing is run, and nothing said of it, where there is no clang', async () => {
    const { report, status } = await reviewOf(uncheckedLength(), { CLANG: '/nowhere/clang' })();
    expect(status).toBe(0);
    expect(reproductions(report)).toEqual([]);
  });
});

describe('with a model', () => {
  test('none is asked for a driver that a machine could write', async () => {
    const { root, commit } = uncheckedLength();
    const server = await billedModel({ isRisk: () => true, driver: () => ({}) });
    const review = servedReview(root, server);
    const { report } = await review.run('--base', commit, ...OPTIONS, '--concurrency', '1');
    expect(reproductions(report)).toMatchObject([{ outcome: 'reproduced', written_by: 'machine' }]);
    expect(server.bills().get('reproducer')).toBeUndefined();
    const again = await review.run('--base', commit, ...OPTIONS, '--concurrency', '1');
    expect(again.report).toEqual(report);
  });
});
