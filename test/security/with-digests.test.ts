import { expect, test } from '@jest/globals';
import { withDigests } from '../../src/security/with-digests.ts';
import { candidate, reportOf } from './printers/example-report.ts';

const { digest: _, ...ONE } = candidate({ gid: 1, id: 'C000001', pattern: 'a' });

test('candidates are bound to their code, but for those that are gone, and those whose code is not known', () => {
  const { baseline: _baseline, ...plain } = ONE;
  const candidates = [
    { ...plain, file: 'a.c' },
    { ...plain, file: 'a.c', baseline: 'unchanged' as const },
    { ...plain, file: 'a.c', baseline: 'absent' as const },
    { ...plain, file: 'gone.c' },
  ];
  const report = reportOf(candidates);
  const { candidates: bound, ...rest } = withDigests(report, ({ file }) =>
    file === 'a.c' ? 'digest' : undefined,
  );
  expect(bound.map((one) => one.digest)).toEqual(['digest', 'digest', undefined, undefined]);
  expect(bound.map(({ digest, ...one }) => one)).toEqual(candidates);
  expect({ ...rest, candidates }).toEqual(report);
});
