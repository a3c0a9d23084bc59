import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { progressSchema } from '../../../src/migration/state/progress.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { rustward, startRustward } from '../../support/command-line.ts';
import { commitAll } from '../../support/git-repository.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { askedOf, goodAnswer } from '../../support/tally-answers.ts';
import { tallyProject } from '../../support/tally-run.ts';

/** C with a defect that this migration does not come to. */
const GREET =
  '#include <string.h>\n\nint main(int argc, char **argv)\n{\n    char text[8];\n    if (argc > 1)\n        strcpy(text, argv[1]);\n    return text[0];\n}\n';

withClang('the gates of a phase', () => {
  test('a run measures, and pauses where a gate fails, until it is told to go on', async () => {
    const project = tallyProject();
    mkdirSync(join(project, 'tool'));
    writeFileSync(join(project, 'tool/greet.c'), GREET);
    commitAll(project);
    const server = await modelServer((request) => ({
      ...{ kind: 'answer', content: goodAnswer(askedOf(request)) },
    }));
    const { PATH, HOME } = process.env;
    const env = { ...modelEnvironment(server), PATH, HOME, CARGO_HOME: `${HOME}/.cargo` };
    const run = (...args: string[]) => startRustward(['migrate', 'run', project, ...args], env);
    const measures = () => {
      const text = readFileSync(join(project, '.rustward/c2rust/progress.json'), 'utf8');
      return progressSchema.parse(JSON.parse(text)).measures;
    };

    expect((await run('--only', 'checksum')).status).toBe(0);
    const first = measures();
    expect(first).toMatchObject({
      score: { before: { high: 1 }, after: { high: 1 } },
      ...{ warnings: { before: 0, after: 0 }, tests: { before: 0 } },
    });
    expect(first?.tests.after).toBeGreaterThan(0);
    const status = rustward(['migrate', 'status', project, '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      measures: { security_score: first?.score, clippy_warnings: { before: 0, after: 0 } },
    });

    // All that was asked for is there, and the C is as bad as it was: the crate is not optimized.
    const optimizing = await run('--only', 'checksum', '--until', 'optimize');
    expect([optimizing.status, optimizing.stderr]).toEqual([
      4,
      expect.stringMatching(
        /paused: Security score: 0 % down \(\d\.\d\d to \d\.\d\d\); wanted at least 15 % down\n.*--ignore-gates goes on/,
      ),
    ]);

    // A person takes the tests of a module away.
    const module = join(project, 'rust/src/sum.rs');
    const text = readFileSync(module, 'utf8');
    writeFileSync(module, `${text.split('#[cfg(test)]')[0]?.trimEnd()}\n`);
    commitAll(project);
    const asked = server.requests.length;
    const paused = await run('--only', 'clamp');
    const had = first?.tests.after ?? 0;
    expect([paused.status, paused.stderr]).toEqual([
      4,
      expect.stringContaining(`paused: the crate has 0 tests that run, and had ${had}`),
    ]);
    expect(paused.stdout).toContain('1 migrated before');
    expect(server.requests).toHaveLength(asked);
    expect(measures()).toEqual(first);

    const going = await run('--only', 'clamp', '--ignore-gates');
    expect([going.status, going.stderr]).toEqual([
      0,
      expect.stringContaining('warning: a gate fails: the crate has 0 tests'),
    ]);
    expect(measures()).toMatchObject({ tests: { before: 0 } });

    // Hardening was begun, and is not merged.
    const score = first?.score.before.score ?? 0;
    const record = {
      ...{ version: 1, base: 'a', before: { score: 2 * score, candidates: 1, high: 1 } },
      ...{ after: { score: 0, candidates: 0, high: 0 }, fixed: [], left: [] },
    };
    writeFileSync(join(project, '.rustward/c2rust/hardening.json'), JSON.stringify(record));
    expect((await run('--only', 'digit', '--max-functions', '0')).status).toBe(0);
    writeFileSync(
      join(project, '.rustward/c2rust/hardening.json'),
      JSON.stringify({ ...record, before: { ...record.before, score: 1.05 * score } }),
    );
    const hardened = await run('--only', 'digit');
    expect([hardened.status, hardened.stderr]).toEqual([
      4,
      expect.stringContaining('paused: hardening was begun, and the score of the C went from'),
    ]);
  }, 600_000);
});
