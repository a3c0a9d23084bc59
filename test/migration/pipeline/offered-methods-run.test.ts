import { expect, test } from '@jest/globals';
import type { MigrationStep } from '../../../src/migration/steps/step.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import { migrateTally, type TallyRun, tallyProject } from '../../support/tally-run.ts';

const NUMBERS = ['clamp', 'digit', 'parse_number'];
const OFFER = /A method that worked for C of this kind \(([^)]*)\): (.*)/;

/** Gives `checksum` and `parse_number` two kinds of work in common. */
function alike({ functions }: MigrationStep): MigrationStep {
  return {
    functions: functions.map((source) =>
      /^(?:checksum|parse_number)$/.test(source.name)
        ? { ...source, text: source.text.replace('{', '{ static int calls; calls = calls << 1;') }
        : source,
    ),
  };
}

/** What was offered, by who was asked. */
function offers({ asked }: TallyRun): string[] {
  return asked.flatMap(({ role, text }) => {
    const offer = OFFER.exec(text);
    return offer === null ? [] : [`${role}: ${offer[1]}; ${offer[2]}`];
  });
}

async function migrateOnly(project: string, only: readonly string[]): Promise<TallyRun> {
  return await migrateTally(project, () => undefined, { only }, {}, alike);
}

withClang('a method that worked', () => {
  test('is offered to the next function of its kind alone, with its commit', async () => {
    const project = tallyProject();
    expect(offers(await migrateOnly(project, ['checksum']))).toEqual([]);
    const commit = git(project, 'rev-parse', 'HEAD').slice(0, 12);
    const run = await migrateOnly(project, NUMBERS);
    expect(run.states).toContain('parse_number migrated');
    const what = `keeps state between calls, works on bits; checksum became pub fn checksum(data: &[u8]) -> u32, the same as the C on 1 inputs (commit ${commit})`;
    expect(offers(run).slice(0, 2)).toEqual([`signature-planner: ${what}`, `translator: ${what}`]);
  });

  test('is not offered once its function was rolled back', async () => {
    const project = tallyProject();
    await migrateOnly(project, ['checksum']);
    git(project, 'revert', '--no-edit', 'HEAD');
    const run = await migrateOnly(project, NUMBERS);
    expect(run.states).toContain('parse_number migrated');
    expect(offers(run)).toEqual([]);
  });
});
