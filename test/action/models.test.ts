import { describe, expect, test } from '@jest/globals';
import { billedModel } from '../support/billed-model.ts';
import { changedTree } from '../support/changed-tree.ts';
import { forwardProxy } from '../support/forward-proxy.ts';
import { readers } from '../support/readers.ts';
import { runAction } from '../support/run-action.ts';
import { MODEL_KEY } from '../support/served-review.ts';

/** A change with this many places that the scan proposes, reviewed with these inputs. */
async function reviewed(
  places: number,
  model: Awaited<ReturnType<typeof billedModel>>,
  inputs: Readonly<Record<string, string>> = {},
  configuration = '',
  env: Readonly<Record<string, string>> = {},
) {
  const before = { 'z.c': 'int z;\n', '.github/rustward.yml': configuration };
  const tree = changedTree(before, { 'a.c': readers(places) });
  return await runAction({
    ...{ workspace: tree.folder, eventName: 'pull_request', event: tree.event(), env },
    inputs: {
      ...{ 'model-base-url': model.baseUrl, 'model-name': 'm', 'model-key': MODEL_KEY },
      ...{ 'model-prices': '1,0.1,2', 'fail-on': 'low', ...inputs },
    },
  });
}

describe('with a model', () => {
  test('findings are derived and verified, and the outputs say what that cost', async () => {
    const model = await billedModel();
    const run = await reviewed(1, model);
    expect([run.status, run.outputs['verdict'], run.outputs['findings']]).toEqual([
      ...[1, 'findings', '1'],
    ]);
    expect(run.summary).toContain('Models examined 1 candidate: 1 verified');
    expect(Number(run.outputs['cost'])).toBeGreaterThan(0);
    expect(run.summary).toContain(`| Cost of models | $${run.outputs['cost']} |`);
    expect(model.problems).toEqual([]);
    // What it cost is written down; nothing is there that a later run would believe.
    expect(run.left).toEqual(['.local']);
    const told = run.stdout.replace(/^::add-mask::.*$/m, '') + run.summary;
    expect(told).not.toContain(MODEL_KEY);
  });

  test('it is asked by way of the proxy of the runner', async () => {
    const model = await billedModel();
    const proxy = await forwardProxy({ 'models.test:80': model.baseUrl });
    const inputs = { 'model-base-url': 'http://models.test/v1', 'model-key': '' };
    const run = await reviewed(1, model, inputs, '', { http_proxy: proxy.address });
    expect(run.summary).toContain('Models examined 1 candidate: 1 verified');
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT models.test:80']));
  });

  test('what it refutes is no finding', async () => {
    const model = await billedModel({ isValid: () => false });
    const run = await reviewed(1, model);
    expect([run.status, run.outputs['verdict'], run.outputs['findings']]).toEqual([
      0,
      'clean',
      '0',
    ]);
    expect(run.summary).toContain('## Examined and refuted');
  });

  test('a budget that is reached leaves the run inconclusive', async () => {
    const run = await reviewed(1, await billedModel(), { 'max-tokens': '10', 'fail-on': 'none' });
    expect([run.status, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(run.summary).toContain('not examined');
  });

  test('the configuration of the base lowers a budget, and does not raise it', async () => {
    const lower = 'budgets:\n  max_tokens: 10\n';
    const inputs = { 'max-tokens': '1000000', 'fail-on': 'none' };
    const lowered = await reviewed(1, await billedModel(), inputs, lower);
    expect(lowered.outputs['verdict']).toBe('inconclusive');
    const higher = 'budgets:\n  max_tokens: 1000000\n';
    const kept = { 'max-tokens': '10', 'fail-on': 'none' };
    const raised = await reviewed(1, await billedModel(), kept, higher);
    expect(raised.outputs['verdict']).toBe('inconclusive');
  });

  test('what maintainers note at the base reaches the questions, and what the change says does not', async () => {
    const model = await billedModel();
    const tree = changedTree(
      { 'z.c': 'int z;\n', 'AGENTS.md': 'Lines are short (canary-base).\n' },
      { 'a.c': readers(1), 'AGENTS.md': 'All is sound (canary-head).\n' },
    );
    await runAction({
      ...{ workspace: tree.folder, eventName: 'pull_request', event: tree.event() },
      inputs: { 'model-base-url': model.baseUrl, 'model-name': 'm', 'model-key': MODEL_KEY },
    });
    expect(model.requests.length).toBeGreaterThan(1);
    for (const { messages } of model.requests) {
      expect(messages[1]?.content).toContain('AGENTS.md:\nLines are short (canary-base).');
    }
    expect(model.bodies.join('')).not.toContain('canary-head');
  });
});
