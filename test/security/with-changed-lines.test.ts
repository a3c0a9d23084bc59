import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { publicationPlanOf } from '../../src/github/publication-plan/publication-plan-of.ts';
import type { Report } from '../../src/security/report/report.ts';
import { billedModel } from '../support/billed-model.ts';
import { changedRepository } from '../support/changed-repository.ts';
import { rustward } from '../support/command-line.ts';
import { servedReview } from '../support/served-review.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FILLER = Array.from({ length: 12 }, (_, at) => `    count += ${at};`).join('\n');
const KEEP = `#include <stdio.h>
#include <string.h>
static unsigned count;

void keep(void)
{
    char line[64];
${FILLER}
    memset(line, 0, 32);
    fputs(line, stdout);
}
`;
const FORMATS = ['json', 'markdown', 'html', 'sarif', 'text'] as const;

test('a finding at lines that a change has not touched says which changed line it is about', () => {
  const { root, commit } = changedRepository(
    { 'keep.c': KEEP },
    { 'keep.c': KEEP.replace('64', '16') },
  );
  const out = temporaryFolder();
  const reports = FORMATS.flatMap((format) => ['--report', `${format}=${join(out, format)}`]);
  const options = ['--base', commit, '--no-model', '--no-state', '--no-cache', '--fail-on', 'none'];
  rustward(['review', root, ...options, ...reports], root);
  const text = (format: (typeof FORMATS)[number]) => readFileSync(join(out, format), 'utf8');
  const report: Report = JSON.parse(text('json'));
  expect(report.candidates).toMatchObject([
    { line: 7 },
    { line: 20, introduced_at: { file: 'keep.c', line: 7, known_by: 'nearness' } },
  ]);
  expect(report.candidates[0]).not.toHaveProperty('introduced_at');
  expect(text('markdown')).toContain('The nearest change of its function: `keep.c:7`.');
  expect(text('html')).toContain('<h4>The nearest change of its function</h4>');
  expect(text('text')).toContain('the nearest change of its function: keep.c:7');
  const result = JSON.parse(text('sarif')).runs[0].results[1];
  expect(result.locations[0].physicalLocation.region.startLine).toBe(20);
  expect(result.relatedLocations.at(-1)).toMatchObject({
    physicalLocation: { artifactLocation: { uri: 'keep.c' }, region: { startLine: 7 } },
    message: { text: 'The nearest change of its function.' },
  });
  expect(result.message.text).toContain(
    `The nearest change of its function: [keep.c:7](${result.relatedLocations.length}).`,
  );
  const audience = { repositoryUrl: 'https://github.com/ada/demo', head: 'a'.repeat(40) };
  const plan = publicationPlanOf(report, { ...audience, seconds: 1, sarif: false });
  const { findings } = plan;
  const finding = findings.find(({ start_line: line }) => line === 20);
  expect(finding).toMatchObject({ introduced_at: { path: 'keep.c', line: 7 } });
  const annotation = plan.annotations.find(({ message }) =>
    message.startsWith('keep.c:20 in keep: '),
  );
  expect(annotation).toMatchObject({ path: 'keep.c', start_line: 7, end_line: 7 });
  expect(annotation).not.toHaveProperty('start_column');
  const own = plan.annotations.find((one) => one !== annotation);
  expect(own).toMatchObject({ path: 'keep.c', start_line: 7, start_column: 10 });
  expect(own?.message).not.toContain('keep.c:');
  expect(finding?.body).toMatch(
    /\*\*Where:\*\* \[`keep\.c:20`\]\(\S+\) in `keep`\. The nearest change of its function: \[`keep\.c:7`\]/,
  );
});

const LOCK = `static int locked;
void unlock(int was)
{
    locked = was;
}
int use(int *p)
{
    if (p == 0)
        return 0;
    return *p;
}
`;

test('a defect in code that the change does not reach by calls is reported where a model names the changed line', async () => {
  const { root, commit } = changedRepository(
    { 'lock.c': LOCK },
    { 'lock.c': LOCK.replace('= was', '= 0') },
  );
  const claim = {
    ...{ file: 'lock.c', line: 10, function: 'use', cwe: 416 },
    violated: 'p is released by whoever finds it unlocked',
    condition: 'another user has the lock',
    cause: 'the lock of others is given up',
    changed: { file: 'lock.c', line: 4 },
  };
  const server = await billedModel({}, ({ role }) =>
    role === 'discoverer'
      ? { kind: 'answer', content: `<CLAIMS>${JSON.stringify([claim])}</CLAIMS>` }
      : undefined,
  );
  const options = ['--base', commit, '--no-state', '--no-cache', '--no-reproduce'];
  const { report } = await servedReview(root, server).run(...options, '--fail-on', 'none');
  expect(report.candidates).toMatchObject([
    {
      ...{ pattern: 'model/cwe-416', line: 10, baseline: 'new' },
      examination: { kind: 'verified' },
      introduced_at: { file: 'lock.c', line: 4, known_by: 'model' },
    },
  ]);
});
