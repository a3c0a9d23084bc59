import { realpathSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ItemDigests } from '../../../src/code/c/declarations/item-digests.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { surveyProject } from '../../../src/entry/isolated-worker/survey-project.ts';
import { CrateDigests } from '../../../src/migration/state/changed-rust.ts';
import { type MappedSymbol, symbolFiles } from '../../../src/migration/state/symbol-map.ts';
import { withClang } from '../../support/clang.ts';
import { EQUAL } from '../../support/mapped-project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const GREET =
  '#include <string.h>\n\nvoid greet(const char *name)\n{\n    char text[8];\n    strcpy(text, name);\n}\n\nint main(int argc, char **argv)\n{\n    if (argc > 1)\n        greet(argv[1]);\n    return 0;\n}\n';
const RUST = 'pub fn greet(_: &str) {}\n';
const NONE = { score: 0, candidates: 0, high: 0 };

/** What a worker says of a commit whose C was hardened from this score on. */
async function surveyed(
  before: number | undefined,
  config = {},
  more: Readonly<Record<string, string>> = {},
) {
  const record = {
    ...{ version: 1, base: 'a', before: { score: before, candidates: 1, high: 1 } },
    ...{ after: NONE, fixed: [], left: [] },
  };
  const root = realpathSync(
    temporaryFolder({
      'greet.c': GREET,
      '.rustward/c2rust/config.json': JSON.stringify(config),
      ...(before === undefined
        ? {}
        : { '.rustward/c2rust/hardening.json': JSON.stringify(record) }),
      ...more,
    }),
  );
  const { result } = await surveyProject(
    {
      ...{ task: 'survey', root, project: '.', head: 'a'.repeat(40), crate: 'rust' },
      ...{ outputFolder: temporaryFolder(), cacheFolder: temporaryFolder(), maxMinutes: 5 },
    },
    { env: process.env, signal: new AbortController().signal, say: () => undefined },
  );
  return result;
}

withClang('a survey', () => {
  test('says that a migration is held where hardening has not come far enough', async () => {
    // What is recorded of the end of hardening does not count: the commit has the C that it has.
    expect((await surveyed(2.6)).paused).toEqual([
      expect.stringMatching(
        /^hardening was begun, and the score of the C went from 2\.60 to 2\.\d\d/,
      ),
    ]);
  });

  test('and says nothing where it has, was never begun, or nothing is wanted', async () => {
    expect(await surveyed(20)).not.toHaveProperty('paused');
    expect(await surveyed(undefined)).not.toHaveProperty('paused');
    const config = { gates: { min_score_drop_percent: 0 } };
    expect(await surveyed(2.6, config)).not.toHaveProperty('paused');
  });

  test.each([
    ['both are as they were', GREET, RUST, 'equal'],
    ['the C has changed', GREET.replace('text[8]', 'text[16]'), RUST, 'not checked'],
    ['the Rust has changed', GREET, RUST.replace('{}', '{ todo!() }'), 'not checked'],
  ])('tells whether C and Rust are those of a comparison: %s', async (_, compared, rust, kind) => {
    const place = { module: 'src/lib.rs', rust_symbol: 'greet' };
    const parser = await loadGrammars().parser('rust');
    const compared_rust = new CrateDigests(parser, new Map([['src/lib.rs', rust]])).of(place);
    const digest = new ItemDigests(() => compared).digest('greet.c', 'greet') ?? '';
    const symbol: MappedSymbol = {
      ...{ c_name: 'greet', c_qname: 'greet', c_file: 'greet.c', start_line: 3, end_line: 7 },
      ...{ ...place, signature: '', evidence: EQUAL, compared_rust },
      ...{ compared_c: { 'greet.c': { greet: digest } }, remarks: [], updated_at: 'now' },
    };
    const { steps } = await surveyed(
      undefined,
      {},
      {
        ...symbolFiles([symbol]),
        'rust/src/lib.rs': RUST,
      },
    );
    const greet = steps.flat().find(({ name }) => name === 'greet');
    expect(greet?.migrated?.evidence).toMatchObject({ kind });
  });
});
