import { emitLabels } from '../events/issue.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import { findIssue } from './find-issue.ts';
import { ensureLabel, labelJson, labelsJson, setLabels } from './label-json.ts';
import { paged } from './paging.ts';
import { author } from './text.ts';

const READ = { permission: ['issues', 'pull_requests'], access: 'read' } as const;
const WRITE = { permission: ['issues', 'pull_requests'], access: 'write', role: 'triage' } as const;

export const labelOperations = [
  repositoryOperation('issues/list-labels-for-repo', READ, ({ world, repository, query, url }) => {
    const labels = [...repository.labels.values()];
    return paged(
      url,
      query,
      labels.map((one) => labelJson(world, repository, one)),
    );
  }),

  repositoryOperation('issues/get-label', READ, ({ world, repository, path }) => {
    const label = repository.labels.get(path.name.toLowerCase());
    if (label === undefined) throw notFound();
    return { status: 200, body: labelJson(world, repository, label) };
  }),

  repositoryOperation('issues/create-label', { ...WRITE, role: 'write' }, (call) => {
    const { world, repository, body } = call;
    if (repository.labels.has(body.name.toLowerCase())) {
      const errors = [{ resource: 'Label', code: 'already_exists', field: 'name' }];
      throw new Refusal(422, 'Validation Failed', { errors });
    }
    const label = ensureLabel(world, repository, body.name, body.color, body.description);
    return { status: 201, body: labelJson(world, repository, label) };
  }),

  repositoryOperation('issues/list-labels-on-issue', READ, (call) => {
    const { world, repository, path, query, url } = call;
    const { labels } = findIssue(repository, path.issue_number);
    return paged(url, query, labelsJson(world, repository, labels));
  }),

  repositoryOperation('issues/add-labels', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const issue = findIssue(repository, path.issue_number);
    const { labels } = issue;
    const before = new Set(labels);
    for (const label of body && 'labels' in body ? (body.labels ?? []) : []) {
      const name = typeof label === 'string' ? label : label.name;
      labels.add(ensureLabel(world, repository, name).name);
    }
    await emitLabels(world, repository, author(caller), issue, before);
    return { status: 200, body: labelsJson(world, repository, labels) };
  }),

  repositoryOperation('issues/set-labels', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const issue = findIssue(repository, path.issue_number);
    const before = new Set(issue.labels);
    setLabels(world, repository, issue, (body && 'labels' in body && body.labels) || []);
    await emitLabels(world, repository, author(caller), issue, before);
    return { status: 200, body: labelsJson(world, repository, issue.labels) };
  }),

  repositoryOperation('issues/remove-label', WRITE, async (call) => {
    const { world, repository, path, caller } = call;
    const issue = findIssue(repository, path.issue_number);
    const { labels } = issue;
    const before = new Set(labels);
    const there = [...labels].find((one) => one.toLowerCase() === path.name.toLowerCase());
    if (there === undefined) throw new Refusal(404, 'Label does not exist');
    labels.delete(there);
    await emitLabels(world, repository, author(caller), issue, before);
    return { status: 200, body: labelsJson(world, repository, labels) };
  }),
];
