import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { rustward, startRustward } from '../../support/command-line.ts';
import { commitAll } from '../../support/git-repository.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { askedOf, goodAnswer } from '../../support/tally-answers.ts';
import { tallyProject } from '../../support/tally-run.ts';

withClang('a run that optimizes', () => {
  test('compares what that has changed with the C, and asks nothing for it', async () => {
    const project = tallyProject();
    const server = await modelServer((request) => ({
      ...{ kind: 'answer', content: goodAnswer(askedOf(request)) },
    }));
    const { PATH, HOME } = process.env;
    const env = { ...modelEnvironment(server), PATH, HOME, CARGO_HOME: `${HOME}/.cargo` };
    const run = (...args: string[]) => startRustward(['migrate', 'run', project, ...args], env);
    expect((await run('--only', 'clamp')).status).toBe(0);
    // Clippy takes this away again.
    const file = join(project, 'rust/src/number.rs');
    const text = readFileSync(file, 'utf8');
    const longer = text.replace(
      /(pub fn clamp\([^{]*\{\n)([\s\S]*?)(\n\}\n)/,
      '$1    return {$2};$3',
    );
    expect(longer).not.toBe(text);
    writeFileSync(file, longer);
    commitAll(project);
    const asked = server.requests.length;
    const { status, stderr } = await run(
      ...['--only', 'clamp', '--until', 'optimize', '--ignore-gates'],
    );
    expect(status).toBe(0);
    expect(stderr).toContain('migrated function changed since compared with the C: clamp');
    expect(stderr.match(/clamp was looked at once more: equal/g)).toHaveLength(2);
    expect(server.requests).toHaveLength(asked);
    const state = JSON.parse(rustward(['migrate', 'status', project, '--json']).stdout);
    expect(state.totals.by_state).toMatchObject({ migrated: 1, stale: 0 });
  });
});
