import { expect, test } from '@jest/globals';
import {
  FIXTURE_PATHS,
  FIXTURE_ROOT,
  LINK_TARGETS,
  SAMPLE_PATHS,
  WORKING_FOLDER,
} from '../../../src/equivalence/cases/file-fixture.ts';

test('code is asked for what stands there, and for each way that paths go wrong', () => {
  expect(WORKING_FOLDER.startsWith(`${FIXTURE_ROOT}/`)).toBe(true);
  expect(FIXTURE_PATHS.filter((path) => /^\/|\.\.|^$/.test(path))).toEqual([]);
  expect(LINK_TARGETS).toEqual([...FIXTURE_PATHS, '..', WORKING_FOLDER, 'missing/a', '.']);
  const others = SAMPLE_PATHS.slice(LINK_TARGETS.length);
  expect(SAMPLE_PATHS.slice(0, LINK_TARGETS.length)).toEqual(LINK_TARGETS);
  // Not there, with a slash behind, from here, from above, through a folder, doubled, absolute, too long.
  expect(others).toEqual([
    ...['d', 'a/d', 'a/', './a', '../a', 'a/../b', 'a//b', 'a/b/../c', `${WORKING_FOLDER}/a`, '/'],
    'x'.repeat(300),
  ]);
});

test('folders, and files in them, can stand there', () => {
  for (const path of FIXTURE_PATHS.filter((one) => one.includes('/'))) {
    expect(FIXTURE_PATHS).toContain(path.slice(0, path.lastIndexOf('/')));
  }
});
