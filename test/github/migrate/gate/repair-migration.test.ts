import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { repairMigration } from '../../../../src/github/migrate/gate/repair-migration.ts';
import { modelServer } from '../../../fakes/model-server.ts';
import { clangHere, withClang } from '../../../support/clang.ts';
import { modelEnvironment } from '../../../support/model-environment.ts';
import { BRANCH, demo, gated, runner, WORKFLOW } from './gated.ts';

const MENDED = `<CODE file="src/larger.rs">
/// The larger one of two numbers.
pub fn larger(a: u32, b: u32) -> u32 {
    a.max(b)
}
</CODE>`;
const WITHOUT_TEST = `${MENDED}\n<REMOVE file="src/larger.rs">of_two</REMOVE>`;

/** A repository whose migration is wrong, and a model that gives these answers to a failure. */
async function failing(...answers: readonly string[]) {
  const asked: string[] = [];
  const server = await modelServer((request) => {
    const text = JSON.stringify(request);
    if (text.includes('You look for what these cannot see')) {
      return { kind: 'answer', content: '<REVIEW>\n{ "issues": [] }\n</REVIEW>' };
    }
    asked.push(text);
    return { kind: 'answer', content: answers[asked.length - 1] ?? 'I do not know.' };
  });
  const it = await gated({ files: WORKFLOW, mend: repairMigration, env: modelEnvironment(server) });
  const { pull } = await it.propose('a.min(b)');
  await it.settle();
  return { ...it, pull, asked };
}

(runner === undefined ? describe.skip : withClang)('a failure of CI', () => {
  test('is mended by an agent that reads its log, proven again, and pushed as one commit', async () => {
    expect(clangHere().clang.program).not.toBe('');
    const { gateOf, pullOf, ada, pull, asked, deps } = await failing(WITHOUT_TEST, MENDED);
    expect(asked[0]).toContain('This is what the CI of the repository says');
    expect(asked[0]).toContain('test result: FAILED. 0 passed; 1 failed');
    expect(asked[1]).toContain('it removes the test');
    expect(await gateOf(BRANCH)).toMatchObject({ conclusion: 'success' });
    expect(await pullOf(pull)).toMatchObject({ draft: false, commits: 2 });
    const { data } = await ada.repos.getCommit({ ...demo, ref: BRANCH });
    expect(data).toMatchObject({
      author: { login: 'ward[bot]' },
      commit: { message: expect.stringMatching(/^Repair what CI found, repair 1\n/) },
    });
    const { data: files } = await ada.pulls.listFiles({ ...demo, pull_number: pull });
    expect(files.map(({ filename }) => filename).sort()).toEqual([
      ...['.rustward/c2rust/symbol_map/src/larger.c/larger.json', 'rust/Cargo.lock'],
      'rust/src/larger.rs',
    ]);
    const map = files.find(({ filename }) => filename.endsWith('.json'));
    expect(map?.patch).toContain('"kind": "equal"');
    expect(readdirSync(`${deps.dataFolder}/work`)).toEqual([]);
  }, 300_000);

  test('is not mended by another test, however right both are', async () => {
    const other = '#[test]\nfn of_two() {\n    assert_eq!(larger(5, 3), 5);\n}';
    const bent = `${MENDED}\n<TESTS file="src/larger.rs">\n${other}\n</TESTS>`;
    const { gateOf, pullOf, pull } = await failing(bent);
    expect(await gateOf(BRANCH)).not.toMatchObject({ conclusion: 'success' });
    expect(await pullOf(pull)).toMatchObject({ commits: 1 });
  }, 300_000);
});
