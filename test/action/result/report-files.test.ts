import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeReportFiles } from '../../../action/result/report-files.ts';
import { candidate, reportOf } from '../../security/printers/example-report.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the ending of a file says in which format it is written', () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const report = reportOf([candidate({ gid: 1, id: 'C000001', pattern: 'double_free' })]);
  writeReportFiles(report, {
    sarif: at('r.sarif'),
    reports: [at('r.json'), at('r.XML'), at('r.svg'), at('r.md'), at('r.html')],
  });
  const begins = (name: string) => readFileSync(at(name), 'utf8').trimStart().slice(0, 5);
  expect(['r.sarif', 'r.json', 'r.XML', 'r.svg', 'r.html'].map(begins)).toEqual([
    ...['{\n  "', '{\n  "', '<?xml', '<svg ', '<!doc'],
  ]);
  expect(readFileSync(at('r.md'), 'utf8')).toMatch(/^#+ .*finding/m);
});
