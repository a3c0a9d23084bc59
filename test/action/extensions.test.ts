import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { billedModel } from '../support/billed-model.ts';
import { changedTree } from '../support/changed-tree.ts';
import { readers } from '../support/readers.ts';
import { runActionBundle } from '../support/run-action.ts';
import { MODEL_KEY } from '../support/served-review.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../support/tool-server-program.ts', import.meta.url));

/** A rule for Rust: no function may be called forbidden. */
const RULES = `
export const rules = [{
  id: 'acme/names', title: 'A function has a forbidden name', category: 'other', cwe: [1099],
  severity: 'medium', precision: 'high', help: 'Names matter.', suggestion: 'Rename it.',
  languages: ['rust'], examples: { bad: ['x'], good: ['y'] },
  check(facts, report) {
    for (const one of facts.functions.filter(({ fn }) => fn.name === 'forbidden'))
      report({ node: one.fn.node, in: one, message: 'it is called forbidden', confidence: 0.7 });
  },
}];
`;

test('rules that the workflow names are part of a scan, and none that lies in the workspace', async () => {
  const workspace = temporaryFolder({ 'a.rs': 'fn forbidden() {}\n', 'rules.mjs': RULES });
  const rules = join(temporaryFolder({ 'rules.mjs': RULES }), 'rules.mjs');
  const run = (named: string) =>
    runActionBundle({ workspace, inputs: { mode: 'scan', rules: named, 'fail-on': 'medium' } });
  const { status, outputs, summary } = await run(rules);
  expect([status, outputs['findings']]).toEqual([1, '1']);
  expect(summary).toContain('acme/names');
  const refused = await run(join(workspace, 'rules.mjs'));
  expect(refused.failures).toEqual([expect.stringContaining('which is in the workspace')]);
});

test('tools of a program that the workflow names are offered to models', async () => {
  const model = await billedModel();
  const tree = changedTree({ 'z.c': 'int z;\n' }, { 'a.c': readers(1) });
  const command = `${process.execPath} --disable-warning=ExperimentalWarning ${PROGRAM} good`;
  await runActionBundle({
    ...{ workspace: tree.folder, eventName: 'pull_request', event: tree.event() },
    inputs: {
      ...{ 'model-base-url': model.baseUrl, 'model-name': 'm', 'model-key': MODEL_KEY },
      'tool-servers': `notes:read=${command}`,
    },
  });
  expect(JSON.stringify(model.requests.map(({ tools }) => tools))).toContain('"notes__echo"');
});
