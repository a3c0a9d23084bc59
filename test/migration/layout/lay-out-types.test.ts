import { beforeAll, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { typesToLayOut } from '../../../src/entry/migrate/types-to-lay-out.ts';
import { loadCrate } from '../../../src/migration/crate/crate-files.ts';
import type { MigrationDeps } from '../../../src/migration/pipeline/migration-run.ts';
import { loadTypeLayout } from '../../../src/migration/state/type-layout.ts';
import { promptHashes } from '../../../src/model/prompts/prompt-hashes.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import type { Asked } from '../../support/tally-answers.ts';
import { migrateTally, scannedTally, tallyProject } from '../../support/tally-run.ts';

const OWNER = 'owns its counts; dropping it frees them';

/** An answer with one struct. @param more what stands beside it */
function answer(struct: string, more = '', entry: object = {}): string {
  const one = { c: 'struct tally', rust: 'number::Tally', owner: OWNER, ...entry };
  return `<TYPES>${JSON.stringify([one])}</TYPES>
<CODE file="src/number.rs">
/// Counts.
#[derive(Debug, Clone, Default)]
pub struct Tally { ${struct} }
${more}
</CODE>`;
}

const GOOD = answer('pub counts: Vec<i32>');

withClang('types, before the first function', () => {
  let types: MigrationDeps['types'];
  beforeAll(async () => {
    const { folder, found, read } = await scannedTally();
    types = typesToLayOut(found, read, folder, loadGrammars());
  });
  const migrate = async (project: string, answers: readonly string[]) => {
    let at = 0;
    const reply = ({ role }: Asked) => (role === 'type-planner' ? answers[at++] : undefined);
    const deps = types === undefined ? {} : { types };
    const run = await migrateTally(project, reply, { only: ['clamp'] }, deps);
    return { ...run, tries: at };
  };

  test('are laid out from all functions that use them, and shown to all who come later', async () => {
    const project = tallyProject();
    const { asked, states } = await migrate(project, [GOOD]);
    expect(states[0]).toBe('clamp migrated');
    expect(asked.map(({ role }) => role)).toEqual([
      ...['planner', 'type-planner', 'signature-planner', 'translator', 'migration-reviewer'],
    ]);
    expect(asked[1]?.text).toContain('size_t length;');
    expect(asked[1]?.text).toContain('free(t->counts);');
    for (const { text } of asked.slice(2)) {
      expect(text).toContain(`// struct tally: number::Tally; ${OWNER}`);
      expect(text).toContain('pub counts: Vec<i32>');
    }
    const layout = { c: 'struct tally', rust: 'number::Tally', owner: OWNER };
    expect(loadTypeLayout(project)).toEqual({
      types: [layout],
      prompts: promptHashes(['type-planner']),
    });
    expect(loadCrate(`${project}/rust`).get('src/number.rs')).toContain('pub struct Tally');
    expect(git(project, 'show', 'HEAD~1', '--stat')).toContain('types.json');
  });

  test('whose values cannot be put side by side with those of the C are named, and asked for once more', async () => {
    const project = tallyProject();
    const other = answer('pub numbers: Vec<i32>');
    const { progress, tries } = await migrate(project, [other, other]);
    expect(tries).toBe(2);
    const why = 'number::Tally has the field numbers, and struct tally has none of that name';
    expect(progress).toContain(`struct tally is compared through calls alone: ${why}`);
    expect(loadTypeLayout(project).types[0]).toMatchObject({ by_calls: why });
  });

  test('are what a mapping of their fields says', async () => {
    const project = tallyProject();
    const fields = { counts: { rust: 'numbers', length: 'length' } };
    const { tries, asked } = await migrate(project, [
      answer('pub numbers: Vec<i32>', '', { fields }),
    ]);
    expect(tries).toBe(1);
    expect(asked.at(-1)?.text).toContain(`its fields: ${JSON.stringify(fields)}`);
  });

  test.each([
    ['functions', answer('pub counts: Vec<i32>', 'pub fn early() -> u32 { 3 }')],
    ['raw pointers', answer('pub counts: *mut i32')],
    ['a type that is not there', answer('pub counts: Vec<i32>', '', { rust: 'number::Other' })],
    ['what does not build', answer('pub counts: Vec<Missing>')],
    ['no entry', '<TYPES>[]</TYPES>'],
  ])('are asked for again where the answer has %s', async (_what, bad) => {
    const project = tallyProject();
    const { tries } = await migrate(project, [bad, GOOD]);
    expect(tries).toBe(2);
    expect(loadTypeLayout(project).types).toHaveLength(1);
  });

  test('come with the functions where no answer can be used', async () => {
    const project = tallyProject();
    const { states } = await migrate(
      project,
      Array.from({ length: 5 }, () => 'No.'),
    );
    expect(states[0]).toBe('clamp migrated');
    expect(loadTypeLayout(project).types).toEqual([]);
  });
});
