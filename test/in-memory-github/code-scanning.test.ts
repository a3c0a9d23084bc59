import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { client, openedGitHub } from '../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };

function run(lines: readonly number[], id = 'rustward/main/') {
  const results = lines.map((startLine) => ({
    ...{ ruleId: 'c/overflow', level: 'error', message: { text: 'too long' } },
    partialFingerprints: { primaryLocationLineHash: `abc:${startLine % 10}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: 'a.c' }, region: { startLine } } }],
  }));
  return { tool: { driver: { name: 'Rustward' } }, automationDetails: { id }, results };
}

async function opened() {
  const github = await openedGitHub();
  await github.addRepository('ada/demo');
  const commit_sha = await github.commit('ada/demo', 'main', { 'a.c': 'int a;\n' });
  const { rest } = client(github, github.actionsToken('ada/demo', { security_events: 'write' }));
  const upload = async (runs: readonly unknown[], ref = 'refs/heads/main') => {
    const sarif = gzipSync(JSON.stringify({ version: '2.1.0', runs })).toString('base64');
    const { data } = await rest.codeScanning.uploadSarif({ ...demo, commit_sha, ref, sarif });
    return (await rest.codeScanning.getSarif({ ...demo, sarif_id: data.id ?? '' })).data;
  };
  const states = async (ref?: string) => {
    const request = { ...demo, ...(ref !== undefined && { ref }) };
    const { data } = await rest.codeScanning.listAlertsForRepo(request);
    return data.map(({ state, most_recent_instance: { location } }) => [
      state,
      location?.start_line,
    ]);
  };
  return { github, rest, upload, states, commit_sha };
}

test('alerts keep their number by fingerprint, and are fixed when an analysis lacks them', async () => {
  const { rest, upload, states } = await opened();
  expect(await upload([run([1, 2])])).toMatchObject({ processing_status: 'complete' });
  expect(await states()).toEqual([
    ['open', 1],
    ['open', 2],
  ]);
  await upload([run([11])]);
  expect(await states()).toEqual([
    ['open', 11],
    ['fixed', 2],
  ]);
  const [open, fixed] = (await rest.codeScanning.listAlertsForRepo(demo)).data;
  expect(open?.fixed_at).toBeNull();
  expect(fixed?.fixed_at).toMatch(/^\d{4}-/);
});

test('analyses of another category or ref leave each other alone', async () => {
  const { upload, states } = await opened();
  await upload([run([1])]);
  await upload([run([2], 'other/')]);
  await upload([run([3])], 'refs/pull/1/head');
  expect(await states()).toHaveLength(2);
  expect(await states('refs/pull/1/head')).toEqual([['open', 3]]);
});

test('a dismissal stays through the next analysis', async () => {
  const { rest, upload, states } = await opened();
  await upload([run([1])]);
  const alert = { ...demo, alert_number: 1 };
  const reason = { dismissed_reason: 'false positive', dismissed_comment: 'checked' } as const;
  await rest.codeScanning.updateAlert({ ...alert, state: 'dismissed', ...reason });
  await upload([run([1])]);
  expect(await states()).toEqual([['dismissed', 1]]);
  await rest.codeScanning.updateAlert({ ...alert, state: 'open' });
  expect((await rest.codeScanning.getAlert(alert)).data.state).toBe('open');
});

test('an upload fails as a whole', async () => {
  const { upload, states } = await opened();
  const twice = await upload([run([1]), run([2])]);
  expect(twice).toMatchObject({ processing_status: 'failed' });
  expect(twice.errors).toEqual([expect.stringContaining('multiple runs of one tool')]);
  const many = Array.from({ length: 21 }, (_, index) => run([], `${index}/`));
  expect((await upload(many)).errors).toEqual(['more than 20 runs']);
  expect(await upload([{}])).toMatchObject({ processing_status: 'failed' });
  expect(await states()).toEqual([]);
});

test('what cannot be read, or may not be written, is refused', async () => {
  const { github, rest, commit_sha } = await opened();
  const request = { ...demo, commit_sha, ref: 'refs/heads/main', sarif: 'plain' };
  await expect(rest.codeScanning.uploadSarif(request)).rejects.toMatchObject({ status: 400 });
  const reader = client(github, github.actionsToken('ada/demo', { security_events: 'read' }));
  await expect(reader.rest.codeScanning.uploadSarif(request)).rejects.toThrow('not accessible');
});
