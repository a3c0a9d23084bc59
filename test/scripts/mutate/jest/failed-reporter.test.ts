import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, jest, test } from '@jest/globals';
import FailedReporter, {
  RESULTS_VARIABLE,
} from '../../../../scripts/mutate/jest/failed-reporter.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const exit = jest.spyOn(process, 'exit');
let results = '';

beforeEach(() => {
  exit.mockReset();
  exit.mockImplementation(() => {
    throw new Error('ended');
  });
  results = join(temporaryFolder(), 'results');
  process.env[RESULTS_VARIABLE] = results;
});

function lines(): unknown[] {
  return readFileSync(results, 'utf8')
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
}

const passed = { status: 'passed', fullName: 'one holds' };
const failed = { status: 'failed', fullName: 'two holds' };

test('the first file that fails is named with its first failed test, and ends the run', () => {
  const reporter = new FailedReporter();
  reporter.onTestFileResult(undefined, { testFilePath: '/a.test.ts', testResults: [passed] });
  expect(exit).not.toHaveBeenCalled();
  const bad = {
    testFilePath: '/b.test.ts',
    failureMessage: '● two',
    testResults: [passed, failed],
  };
  expect(() => reporter.onTestFileResult(undefined, bad)).toThrow('ended');
  expect(exit).toHaveBeenCalledWith(1);
  expect(lines()).toEqual([{ file: '/a.test.ts' }, { file: '/b.test.ts', failed: 'two holds' }]);
});

test('a file that could not be loaded has failed too', () => {
  const bad = {
    ...{ testFilePath: '/c.test.ts', testResults: [], testExecError: new Error('no such module') },
    failureMessage: '\n  ● Test suite failed to run\n',
  };
  expect(() => new FailedReporter().onTestFileResult(undefined, bad)).toThrow('ended');
  expect(lines()).toEqual([{ file: '/c.test.ts', failed: '● Test suite failed to run' }]);
});
