import { beforeAll, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { typesToLayOut } from '../../../src/entry/migrate/types-to-lay-out.ts';
import { loadCrate } from '../../../src/migration/crate/crate-files.ts';
import type {
  MigrationDeps,
  MigrationOptions,
} from '../../../src/migration/pipeline/migration-run.ts';
import { loadTypeLayout } from '../../../src/migration/state/type-layout.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import type { Asked } from '../../support/tally-answers.ts';
import { migrateTally, scannedTally, tallyProject } from '../../support/tally-run.ts';

const GOOD = `<TYPES>[{ "c": "struct tally", "rust": "number::Tally", "owner": "owns its counts" }]</TYPES>
<CODE file="src/number.rs">
/// Counts.
#[derive(Debug, Clone, Default)]
pub struct Tally { pub counts: Vec<i32> }
</CODE>`;

const TYPES_FILE = '.rustward/c2rust/types/tally.c/tally_release.json';

/** More than any question about types has room for. */
const LONG = `/* ${'x'.repeat(70_000)} */`;

withClang('types that are too many for one question', () => {
  let types: MigrationDeps['types'];
  beforeAll(async () => {
    const { folder, found, read } = await scannedTally();
    types = typesToLayOut(found, read, folder, loadGrammars());
  });
  const migrate = async (
    project: string,
    options: Partial<MigrationOptions>,
    answers: readonly string[] = [GOOD],
  ) => {
    let at = 0;
    const reply = ({ role }: Asked) => (role === 'type-planner' ? answers[at++] : undefined);
    const run = await migrateTally(
      project,
      reply,
      options,
      types === undefined ? {} : { types },
      ({ functions }) => ({
        functions: functions.map((one) =>
          one.name === 'tally_release' ? { ...one, text: `${one.text}\n${LONG}` } : one,
        ),
      }),
    );
    const about = run.asked.filter(({ role }) => role === 'type-planner');
    return { ...run, about: about.map(({ text }) => text) };
  };

  test('are laid out by the first function that names them, in its own commit', async () => {
    const project = tallyProject();
    const first = await migrate(project, { only: ['clamp'] });
    expect(first.progress).toContainEqual(expect.stringMatching(/^1 types are too many/));
    expect(first.about).toEqual([]);
    expect(loadTypeLayout(project)).toEqual({ types: [], grows: true });

    const second = await migrate(project, { only: ['tally_release'] });
    expect(second.progress).toContain('laying out struct tally');
    expect(second.about).toHaveLength(1);
    // What is there already is shown, and what the answer may be written into.
    expect(second.about[0]).toContain('pub fn clamp(value: i32, low: i32, high: i32) -> i32');
    expect(second.about[0]).toContain('src/number.rs: tally_release');
    expect(second.about[0]).toContain('Other modules: src/sum.rs');
    expect(second.states).toContain('tally_release migrated');
    expect(loadTypeLayout(project)).toMatchObject({
      types: [{ c: 'struct tally', rust: 'number::Tally' }],
      grows: true,
    });
    expect(loadCrate(`${project}/rust`).get('src/number.rs')).toContain('pub struct Tally');
    const changed = git(project, 'show', '--name-only', '--format=', 'HEAD').trim().split('\n');
    expect(changed).toContain(TYPES_FILE);
    expect(changed).toContain('rust/src/number.rs');
  });

  test('leave what stands in the crate as it is', async () => {
    const project = tallyProject();
    await migrate(project, { only: ['clamp'] });
    const other = GOOD.replace('/// Counts.', 'pub fn clamp(value: i32) -> i32 { value }\n');
    const run = await migrate(project, { only: ['tally_release'] }, [other, GOOD]);
    expect(run.about).toHaveLength(2);
    expect(run.states).toContain('tally_release migrated');
    expect(loadCrate(`${project}/rust`).get('src/number.rs')).toContain('low: i32, high: i32');
  });

  test('are not asked for again, and go when a migration begins anew', async () => {
    const project = tallyProject();
    await migrate(project, { only: ['tally_release'] });
    expect((await migrate(project, { only: ['tally_release'] })).about).toEqual([]);
    await migrate(project, { only: ['clamp'], reset: true });
    expect(loadTypeLayout(project)).toEqual({ types: [], grows: true });
  });
});
