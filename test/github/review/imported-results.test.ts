import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { DEFAULT_CONFIGURATION } from '../../../src/github/configuration/configuration.ts';
import { reviewChange } from '../../../src/github/isolated-worker/review-change.ts';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { client } from '../../support/opened-github.ts';
import { reviewingApp } from '../../support/reviewing-app.ts';
import { uploadedSarif } from '../../support/sarif-log.ts';

const demo = { owner: 'ada', repo: 'demo' };

async function opened() {
  const app = await reviewingApp({
    'a.c': 'int a;\n',
    '.github/rustward.yml': 'review:\n  import_results: [CodeQL]\n  fail_on: medium\n',
  });
  const { github, installation, repository, deps } = app;
  await github.commit('ada/demo', 'topic', { 'a.c': 'int a;\nint b;\n' });
  const pull = await app.open('topic');
  const { head } = await app.pull(pull);
  const token = github.actionsToken('ada/demo', { security_events: 'write', contents: 'read' });
  return {
    ...app,
    async upload(text: string, commit = head.sha) {
      await client(github, token).rest.codeScanning.uploadSarif({
        ...{ ...demo, commit_sha: commit, ref: `refs/pull/${pull}/head` },
        sarif: gzipSync(text).toString('base64'),
      });
    },
    async review() {
      await reviewPullRequest(
        ...([
          {
            kind: 'review-pull-request',
            reason: 'asked',
            ...{ installation, repository, pull, head: head.sha },
          },
          { signal: new AbortController().signal, last: true },
          deps,
        ] as const),
      );
      const { conclusion, output } = (await app.check(pull)) ?? {};
      return { conclusion, text: `${output?.title}\n${output?.summary}` };
    },
    head: head.sha,
    base: (await app.pull(pull)).base.sha,
  };
}

test('what a named scanner has uploaded for the commit is taken in, each category of it', async () => {
  const { upload, review } = await opened();
  await upload(uploadedSarif('CodeQL', 'cpp/one'));
  await upload(uploadedSarif('CodeQL', 'cpp/two'));
  await upload(uploadedSarif('Another', 'three'));
  const { conclusion, text } = await review();
  expect([conclusion, text]).toEqual(['failure', expect.stringContaining('2 findings')]);
  expect(text).toContain('Results of other scanners were imported: codeql.');
});

test('that there is none of the commit is said, and a review that is asked for later takes it in', async () => {
  const { upload, review, base } = await opened();
  await upload(uploadedSarif('CodeQL', 'cpp/one'), base);
  const before = await review();
  expect(before.conclusion).toBe('success');
  expect(before.text).toContain('code scanning has no result of CodeQL of this commit');
  await upload(uploadedSarif('CodeQL', 'cpp/one'));
  const after = await review();
  expect([after.conclusion, after.text]).toEqual(['failure', expect.stringContaining('1 finding')]);
  expect(after.text).not.toContain('code scanning has no result');
});

test('what is no SARIF ends no review, and names no folder', async () => {
  const { repository, installation, deps, head, base } = await opened();
  const imports = { texts: ['no SARIF', uploadedSarif('CodeQL', 'cpp/one')], notices: [] };
  const { report, warnings } = await reviewChange(
    { repository, installation, head, base, strangersChange: true, imports },
    DEFAULT_CONFIGURATION,
    { signal: new AbortController().signal },
    deps,
  );
  expect(report.candidates.map(({ pattern }) => pattern)).toEqual(['codeql/cpp/one']);
  expect(warnings).toEqual([
    expect.stringMatching(/^a result of another scanner is not taken in: .*import-0\.sarif/),
  ]);
  expect(warnings.join()).not.toContain(deps.dataFolder);
});
