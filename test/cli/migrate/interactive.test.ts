import { expect, test } from '@jest/globals';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { startRustward } from '../../support/command-line.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { askedOf, goodAnswer } from '../../support/tally-answers.ts';
import { tallyProject } from '../../support/tally-run.ts';
import { atTerminal } from '../../support/terminal.ts';

withClang('rustward migrate run --interactive', () => {
  test('records what is agreed to at the terminal, and nothing else', async () => {
    const project = tallyProject();
    const server = await modelServer((request) => ({
      ...{ kind: 'answer', content: goodAnswer(askedOf(request)) },
    }));
    const home = process.env['HOME'];
    const env = {
      ...{ ...modelEnvironment(server), PATH: process.env['PATH'], HOME: home },
      CARGO_HOME: `${home}/.cargo`,
    };
    const args = ['migrate', 'run', project, '--interactive', '--only', 'clamp,checksum'];
    const refused = await startRustward(args, env);
    expect([refused.status, refused.stderr]).toEqual([
      ...[2, expect.stringContaining('--interactive needs a terminal to ask at')],
    ]);
    let asked = 0;
    const answers = ['n\n', 'y\n'];
    const { shown, status } = await atTerminal(args, env, (text) => {
      const questions = text.match(/record \w+: \d+ lines of Rust, [\d.]+ s\? \[Y\/n\]/g) ?? [];
      if (questions.length === asked) return undefined;
      asked = questions.length;
      return answers[asked - 1];
    });
    expect(asked).toBe(2);
    expect(shown).toMatch(/^clamp +tally\.c:5 +skipped/m);
    expect(shown).toMatch(/^checksum +tally\.c:11 +migrated/m);
    expect(status).toBe(1);
    expect(loadSymbolMap(project).map(({ c_name: name }) => name)).toEqual(['checksum']);
  });
});
