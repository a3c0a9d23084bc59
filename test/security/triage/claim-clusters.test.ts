import { expect, test } from '@jest/globals';
import { clustersOfClaims, joinedByFunction } from '../../../src/security/triage/claim-clusters.ts';
import type { ClusterMembers } from '../../../src/security/triage/cluster.ts';
import { candidate } from '../../support/candidates.ts';

const claim = (gid: number, name: string, pattern = 'model/cwe-125') =>
  candidate({ gid, function: name, pattern, sources: ['model'], line: gid });

const group = (cluster_id: string, ...candidates: readonly ReturnType<typeof candidate>[]) =>
  ({
    cluster: {
      ...{ cluster_id, file: 'src/a.c', batch_index: 0, cluster_index: 0 },
      ...{ gids: candidates.map(({ gid }) => gid), verification: 'x', is_invalid: false },
      invalid_reason: '',
    },
    candidates,
  }) satisfies ClusterMembers;

const gids = (groups: readonly ClusterMembers[]) =>
  groups.map(({ cluster, candidates }) => [cluster.cluster_id, candidates.map(({ gid }) => gid)]);

test('claims of twins are one question: functions of a file that have the same weakness', () => {
  const clusters = clustersOfClaims(
    [claim(1, 'f'), claim(2, 'g'), claim(3, 'h', 'model/cwe-476'), claim(4, 'f', 'model/cwe-190')],
    [],
  );
  expect(clusters.map((one) => one.gids)).toEqual([[1, 4, 2], [3]]);
});

test('a claim and what the scan proposes in its function are one question', () => {
  const scanned = candidate({ gid: 1, function: 'f', pattern: 'bounds_check_removed' });
  const joined = joinedByFunction([
    group('a', scanned),
    group('b', claim(5, 'f')),
    group('c', claim(6, 'g')),
  ]);
  expect(gids(joined)).toEqual([
    ['a', [1, 5]],
    ['c', [6]],
  ]);
});

test('groups of the scan stay apart, and so do those that together would be too many', () => {
  const scanned = (gid: number) => candidate({ gid, function: 'f' });
  const five = [1, 2, 3, 4, 5].map(scanned);
  expect(gids(joinedByFunction([group('a', scanned(1)), group('b', scanned(2))]))).toHaveLength(2);
  const many = joinedByFunction([group('a', ...five), group('b', claim(6, 'f'), claim(7, 'f'))]);
  expect(many).toHaveLength(2);
});
