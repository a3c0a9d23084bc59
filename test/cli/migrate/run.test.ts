import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { startRustward } from '../../support/command-line.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { askedOf, goodAnswer } from '../../support/tally-answers.ts';
import { tallyProject } from '../../support/tally-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A line of a log. */
const lineSchema = z.looseObject({ event: z.string() });

withClang('rustward migrate run', () => {
  test('prints what became of each function, and goes on where it ended', async () => {
    const project = tallyProject();
    const server = await modelServer((request) => ({
      ...{ kind: 'answer', content: goodAnswer(askedOf(request)) },
    }));
    const { PATH } = process.env;
    const env: NodeJS.ProcessEnv = {
      ...{ ...modelEnvironment(server), PATH, CARGO_HOME: `${process.env['HOME']}/.cargo` },
    };
    const run = (...args: string[]) =>
      startRustward(['migrate', 'run', project, ...args], { ...env, HOME: process.env['HOME'] });
    const dry = await run('--dry-run');
    expect(dry.status).toBe(0);
    expect(dry.stdout).toMatch(/^clamp +tally\.c:5 +waiting$/m);
    const namesIn = (text: string) =>
      [...text.matchAll(/^(\w+) +tally\.c:/gm)].map(([, name]) => name);
    const all = namesIn(dry.stdout);
    expect(all.length).toBeGreaterThan(3);
    const three = await run('--dry-run', '--max-functions', '3');
    expect(namesIn(three.stdout)).toEqual(all.slice(0, 3));
    expect(namesIn((await run('--dry-run', '--only', 'checksum')).stdout)).toEqual(['checksum']);
    expect(server.requests).toHaveLength(0);
    const folder = temporaryFolder();
    const [log, metrics] = [join(folder, 'run.log'), join(folder, 'run.prom')];
    const first = await run('--only', 'checksum', '--log-file', log, '--metrics-file', metrics);
    expect(first.stderr).toContain('[2/6] checksum');
    expect(first.status).toBe(0);
    expect(first.stdout).toMatch(
      /^checksum +tally\.c:11 +migrated +sum::checksum; same as the C on \d+ inputs, 6 of 6 lines/m,
    );
    expect(first.stdout).toMatch(/^7 functions: 1 migrated, 6 waiting$/m);
    expect(git(project, 'status', '--porcelain')).toBe('');
    const asked = server.requests.length;
    const logged = readFileSync(log, 'utf8');
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => lineSchema.parse(JSON.parse(line)));
    const of = (event: string) => lines.filter((line) => line.event === event);
    expect(of('model_call')).toHaveLength(asked);
    expect(of('model_call').map((line) => line['role'])).toContain('translator');
    expect(of('step_ended')).toMatchObject([{ functions: 'checksum', outcome: 'migrated' }]);
    expect(lines.at(-1)).toMatchObject({
      ...{ event: 'run_ended', verdict: 'done', functions: { migrated: 1, waiting: 6 } },
    });
    expect(logged).not.toContain('pub fn');
    const numbers = readFileSync(metrics, 'utf8');
    expect(numbers).toContain('rustward_functions_total{outcome="migrated"} 1\n');
    expect(numbers).toMatch(
      /rustward_model_tokens_total\{model="\w+",role="translator",kind="out"\} \d+/,
    );
    expect(numbers).toContain('rustward_step_seconds_count{outcome="migrated"} 1\n');
    const second = await run('--only', 'checksum');
    expect(second.stdout).toMatch(/^7 functions: 1 migrated before, 6 waiting$/m);
    expect(server.requests).toHaveLength(asked);
    const journal = join(env['XDG_DATA_HOME'] ?? '', 'rustward/costs.jsonl');
    const [billed] = readFileSync(journal, 'utf8').trim().split('\n');
    expect(JSON.parse(billed ?? '')).toMatchObject({ calls: asked, unpriced: 0 });
    // The first run counts against the month.
    const capped = await run('--only', 'clamp', '--max-month-cost', '0.000001');
    expect([capped.status, capped.stderr]).toEqual([
      ...[3, expect.stringMatching(/stopped: .*a month leaves no room: \$0\.\d+ are spent/)],
    ]);
    expect(server.requests).toHaveLength(asked);
    const wrong = await run('--only', 'digits');
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean digit?'),
    ]);
  });

  test('takes answers of a recording, with --strict-replay those to the same questions alone', async () => {
    const project = join(temporaryFolder(), 'words');
    cpSync(join(import.meta.dirname, '../../migration/fixtures/words'), project, {
      recursive: true,
    });
    const source = join(project, 'words.c');
    writeFileSync(source, readFileSync(source, 'utf8').replaceAll(/\bc\b/g, 'byte'));
    git(project, 'init', '--quiet', '--initial-branch=main');
    commitAll(project);
    const { PATH, HOME } = process.env;
    const recording = join(import.meta.dirname, '../../fixtures/recordings/migrate/words');
    const run = (...args: string[]) =>
      startRustward(['migrate', 'run', project, '--max-functions', '0', ...args], {
        ...{ PATH, HOME, RUSTWARD_REPLAY: recording },
      });
    const strict = await run('--strict-replay');
    expect([strict.status, strict.stderr]).toEqual([
      3,
      expect.stringMatching(
        /stopped: the recording .* answered another wording of turn 0 of planner/,
      ),
    ]);
    const loose = await run();
    expect([loose.status, loose.stderr]).toEqual([
      0,
      expect.stringContaining('stale: the question of turn 0 of planner about crate'),
    ]);
  }, 60_000);

  test('says what it could do where no model is configured, and writes no crate', async () => {
    const project = tallyProject();
    const { PATH, HOME } = process.env;
    const { status, stdout, stderr } = await startRustward(['migrate', 'run', project], {
      ...{ PATH, HOME, RUSTWARD_MODEL_FILE: undefined },
    });
    expect(status).toBe(3);
    expect(stdout).toContain('7 waiting');
    expect(stderr).toContain('nothing was migrated: ');
    rmSync(join(project, '.rustward'), { recursive: true });
  });
});
