import { expect, test } from '@jest/globals';
import { withRevision } from '../../../src/security/report/reported-revision.ts';
import { candidate, reportOf } from '../printers/example-report.ts';

const commit = 'a'.repeat(40);

test('of the files that are not as in the commit those are told that the report names', () => {
  const { revision: _, ...report } = reportOf([
    candidate({ gid: 1, id: 'C1', pattern: 'x', file: 'src/b.c' }),
    candidate({
      gid: 2,
      id: 'C2',
      pattern: 'x',
      file: 'src/a.c',
      introduced_at: { file: 'c.h', line: 3, known_by: 'path' },
    }),
  ]);
  const asked: string[] = [];
  const isModified = (file: string) => asked.push(file) > 0 && file !== 'src/b.c';
  expect(withRevision(report, { commit, folder: 'lib', isModified }).revision).toEqual({
    commit,
    folder: 'lib',
    modified: ['c.h', 'src/a.c'],
  });
  expect(asked).toEqual(['c.h', 'src/a.c', 'src/b.c']);
  const clean = withRevision(report, { commit, isModified: () => false });
  expect(clean.revision).toEqual({ commit });
  expect(withRevision(report, undefined)).toBe(report);
});
