import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeReproductions } from '../../../src/cli/output/write-reproductions.ts';
import type { Reproduction } from '../../../src/security/candidates/reproduction.ts';
import { candidate, reportOf } from '../../security/printers/example-report.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const REPRODUCED: Reproduction = {
  outcome: 'reproduced',
  ...{ command: '', driver: 'int x;', unit: 'a.c', input: '', report: 'it' },
  files: [{ path: 'run.sh', text: 'true\n' }],
};

const report = reportOf([
  candidate({ gid: 1, id: 'C000001', pattern: 'a', reproduction: REPRODUCED }),
  candidate({
    ...{ gid: 2, id: 'C000002', pattern: 'a' },
    reproduction: { outcome: 'not_tried', why: 'no' },
  }),
]);

test('a script goes where state is kept, and git is told to leave it alone', () => {
  const root = temporaryFolder();
  const script = join(root, '.rustward/sec/reproductions/reproduce-C000001.sh');
  expect(writeReproductions(report, { stateBelow: root })).toEqual([script]);
  expect(readFileSync(script, 'utf8')).toContain('cat > "$folder"/\'run.sh\'');
  expect(readFileSync(join(root, '.rustward/sec/.gitignore'), 'utf8')).toBe('*\n');
});

test('it goes to a folder that a person names, which is made', () => {
  const folder = join(temporaryFolder(), 'a/b');
  writeReproductions(report, { named: folder });
  expect(readdirSync(folder)).toEqual(['reproduce-C000001.sh']);
});

test('a link of the tree is not followed', () => {
  const root = temporaryFolder({ '.rustward/sec/x': '' });
  symlinkSync(temporaryFolder(), join(root, '.rustward/sec/reproductions'));
  expect(() => writeReproductions(report, { stateBelow: root })).toThrow('it is not a folder');
});

test('nothing is made where nothing was reproduced', () => {
  const root = temporaryFolder();
  expect(writeReproductions(reportOf([]), { stateBelow: root })).toEqual([]);
  expect(readdirSync(root)).toEqual([]);
});
