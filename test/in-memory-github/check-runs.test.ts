import { expect, test } from '@jest/globals';
import { client, openedGitHub } from '../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const output = { title: 'Review', summary: 'fine' };

async function opened() {
  const github = await openedGitHub();
  await github.addRepository('ada/demo');
  const head_sha = await github.commit('ada/demo', 'main', { 'a.c': 'int a;\n' });
  const token = github.actionsToken('ada/demo', { checks: 'write' });
  const { rest, paginate } = client(github, token);
  const { data } = await rest.checks.create({ ...demo, name: 'review', head_sha });
  return { github, rest, paginate, head_sha, check: { ...demo, check_run_id: data.id } };
}

function annotations(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...{ path: 'a.c', start_line: index + 1, end_line: index + 1 },
    ...{ annotation_level: 'warning' as const, message: `number ${index}` },
  }));
}

test('annotations are added, at most 50 in a request', async () => {
  const { github, rest, paginate, check } = await opened();
  const update = (count: number) =>
    rest.checks.update({ ...check, output: { ...output, annotations: annotations(count) } });
  await update(50);
  await update(50);
  await expect(update(51)).rejects.toMatchObject({ status: 422 });
  expect(github.problems.splice(0)).toHaveLength(1);
  const { data } = await rest.checks.get(check);
  expect(data.output).toMatchObject({ annotations_count: 100, summary: 'fine' });
  const all = await paginate(rest.checks.listAnnotations, { ...check, per_page: 100 });
  expect(all).toHaveLength(100);
});

test('a check is completed with a conclusion, and found by its commit', async () => {
  const { github, rest, check, head_sha } = await opened();
  const completed = rest.checks.update({ ...check, status: 'completed' });
  await expect(completed).rejects.toThrow("required property 'conclusion'");
  expect(github.problems.splice(0)).toHaveLength(1);
  await rest.checks.update({ ...check, conclusion: 'failure', output });
  await rest.checks.create({ ...demo, name: 'other', head_sha, status: 'in_progress' });
  const { data } = await rest.checks.listForRef({ ...demo, ref: 'main', check_name: 'review' });
  expect(data.check_runs).toMatchObject([{ status: 'completed', conclusion: 'failure' }]);
});

test('columns are for annotations of one line', async () => {
  const { rest, check } = await opened();
  const [one] = annotations(1);
  const wide = { path: 'a.c', message: 'm', annotation_level: 'notice', ...one } as const;
  const annotation = { ...wide, start_line: 1, end_line: 2, start_column: 3 };
  const update = rest.checks.update({ ...check, output: { ...output, annotations: [annotation] } });
  await expect(update).rejects.toThrow('have columns on one line only');
});

test('only apps make checks, and only their own', async () => {
  const { github, head_sha, check } = await opened();
  const { rest: ada } = client(github, github.addUser('ada'));
  const create = ada.checks.create({ ...demo, name: 'mine', head_sha });
  await expect(create).rejects.toThrow('You must authenticate via a GitHub App');
  const { rest: reader } = client(github, github.actionsToken('ada/demo', { checks: 'read' }));
  await expect(reader.checks.update({ ...check, conclusion: 'success' })).rejects.toThrow(
    'Resource not accessible by integration',
  );
});
