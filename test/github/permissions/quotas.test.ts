import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { DEFAULT_QUOTAS, REFUSAL_QUOTA } from '../../../src/github/permissions/quotas.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

const page = (path: string) => readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ');

test('people may ask as often as the documentation says', () => {
  const commands = page('docs/commands.md');
  const [, instructions] = /Each person has (\d+) instructions an hour/.exec(commands) ?? [];
  const [, fixes, questions] =
    /a repository has (\d+) fixes and (\d+) answered questions a day/.exec(commands) ?? [];
  const [, migrations] =
    /At most (\d+) functions a day are tried in a repository/.exec(
      page('docs/migration-github.md'),
    ) ?? [];
  expect(DEFAULT_QUOTAS).toEqual({
    instructions: { times: Number(instructions), seconds: HOUR },
    fixes: { times: Number(fixes), seconds: DAY },
    questions: { times: Number(questions), seconds: DAY },
    migrations: { times: Number(migrations), seconds: DAY },
  });
  expect(commands).toContain('told so once a day');
  expect(REFUSAL_QUOTA).toEqual({ times: 1, seconds: DAY });
});
