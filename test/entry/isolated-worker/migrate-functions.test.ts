import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { migrateFunctions } from '../../../src/entry/isolated-worker/migrate-functions.ts';
import {
  type MigrationPlan,
  migrationPlanSchema,
} from '../../../src/github/isolated-worker/migration-plan.ts';
import { planRefusal } from '../../../src/github/migrate/pulls/refused-file.ts';
import { loadTypeLayout } from '../../../src/migration/state/type-layout.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { type Asked, askedOf, goodAnswer } from '../../support/tally-answers.ts';
import { tallyProject } from '../../support/tally-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TYPES = `<TYPES>[{ "c": "struct tally", "rust": "number::Tally", "owner": "owns its counts" }]</TYPES>
<CODE file="src/number.rs">
/// Counts.
#[derive(Debug, Clone, Default)]
pub struct Tally { pub counts: Vec<i32> }
</CODE>`;

/** The folder of the crate, and no folder of a project within the repository. */
const WHERE = { project: '.', crate: 'rust' };

/** A worker that migrates a clone, with a model over HTTP: by default, one that knows `tally`. */
async function worker(
  root: string,
  answer = (one: Asked) => (one.role === 'type-planner' ? TYPES : goodAnswer(one)),
) {
  const asked: string[] = [];
  const server = await modelServer((request) => {
    const one = askedOf(request);
    asked.push(one.role);
    return { kind: 'answer', content: answer(one) };
  });
  const { PATH, HOME } = process.env;
  const env = { ...modelEnvironment(server), PATH, HOME, CARGO_HOME: `${HOME}/.cargo` };
  const plan = async (only: readonly string[], earlier?: string) => {
    const { result } = await migrateFunctions(
      {
        ...{ task: 'migrate', root, ...WHERE, name: 'tally', only: [...only], maxRestarts: 0 },
        ...{ head: git(root, 'rev-parse', 'HEAD').trim(), earlier, maxMinutes: 5 },
        ...{ outputFolder: temporaryFolder(), cacheFolder: temporaryFolder() },
        ...{ maxCost: undefined, maxTokens: undefined },
      },
      { env, signal: new AbortController().signal, say: () => undefined },
    );
    // As it comes over from the process of the worker.
    return migrationPlanSchema.parse(JSON.parse(JSON.stringify(result)));
  };
  return { asked, plan };
}

function filesOf(plan: MigrationPlan): ReadonlyMap<string, string | null> {
  if (!('files' in plan)) throw new Error(`nothing is proposed: ${JSON.stringify(plan)}`);
  expect(planRefusal(plan, WHERE)).toBeUndefined();
  return new Map(plan.files.map(({ path, content }) => [path, content]));
}

/** What its pull request brings once it is merged, on top of a commit. */
function merge(root: string, plan: MigrationPlan, base: string): void {
  git(root, 'reset', '--quiet', '--hard', base);
  git(root, 'clean', '-fdxq');
  for (const [path, content] of filesOf(plan)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content ?? '');
  }
  commitAll(root);
}

withClang('the worker of the App', () => {
  test('proposes the layout of a crate with the types of the C', async () => {
    const root = tallyProject();
    const { plan } = await worker(root);
    const files = filesOf(await plan(['clamp']));
    expect(files.get('rust/src/number.rs')).toContain('pub struct Tally');
    expect(files.get('.rustward/c2rust/types.json')).toContain('number::Tally');
    expect(files.has('.rustward/c2rust/symbols.jsonl')).toBe(true);
  });

  test('proposes types with the function that needs them where they are many, and again on a new base', async () => {
    const root = tallyProject();
    const source = join(root, 'tally.c');
    const long = `{ /* ${'x'.repeat(70_000)} */`;
    writeFileSync(source, readFileSync(source, 'utf8').replace(/(?<=\*t\)\n)\{/, long));
    commitAll(root);
    const start = git(root, 'rev-parse', 'HEAD').trim();
    const { asked, plan } = await worker(root);
    const setUp = await plan(['clamp']);
    expect(asked).toEqual(['planner']);
    merge(root, setUp, start);
    const base = git(root, 'rev-parse', 'HEAD').trim();

    const proposed = await plan(['tally_release']);
    const files = filesOf(proposed);
    expect(asked.slice(1)).toEqual(['type-planner', 'signature-planner']);
    expect(files.get('rust/src/number.rs')).toContain('pub struct Tally');
    expect([...files.keys()]).toContain('.rustward/c2rust/types/tally.c/tally_release.json');
    merge(root, proposed, base);
    const earlier = git(root, 'rev-parse', 'HEAD').trim();

    // Another function was merged first: what is there is taken over, and no model is asked.
    git(root, 'reset', '--quiet', '--hard', base);
    merge(root, await plan(['clamp']), base);
    const newBase = git(root, 'rev-parse', 'HEAD').trim();
    const before = asked.length;
    const again = await plan(['tally_release'], earlier);
    expect(asked.length).toBe(before);
    merge(root, again, newBase);
    expect(loadTypeLayout(root).types).toMatchObject([{ rust: 'number::Tally' }]);
  });

  test('proposes the program with its main, and again on a new base', async () => {
    const root = realpathSync(
      temporaryFolder({
        'src/main.c': 'int main(void)\n{\n    return 3;\n}\n',
        'src/other.c': 'int other(void)\n{\n    return 4;\n}\n',
      }),
    );
    git(root, 'init', '--quiet', '--initial-branch=main');
    commitAll(root);
    const start = git(root, 'rev-parse', 'HEAD').trim();
    const { asked, plan } = await worker(root, (one) => {
      const { role, step } = one;
      const name = step === 'main' ? 'run' : 'other';
      const signature = `pub fn ${name}() -> i32`;
      const place = { c: step, file: 'src/tool.rs', rust: `tool::${name}`, signature };
      const value = name === 'run' ? 3 : 4;
      if (role === 'planner') {
        return '<PLAN>{ "name": "tally", "modules": [{ "name": "tool", "functions": ["main", "other"] }] }</PLAN>';
      }
      if (role === 'signature-planner') return `<PLAN>${JSON.stringify([place])}</PLAN>`;
      if (role !== 'translator') return goodAnswer(one);
      return `<TESTS file="src/tool.rs">\n#[test]\nfn ${name}s() { assert_eq!(${name}(), ${value}); }\n</TESTS>
<CODE file="src/tool.rs">\n/// Gives a number.\n${signature} { ${value} }\n</CODE>`;
    });
    merge(root, await plan(['main']), start);
    const base = git(root, 'rev-parse', 'HEAD').trim();
    expect(existsSync(join(root, 'rust/src/main.rs'))).toBe(false);

    const proposed = await plan(['main']);
    expect([...filesOf(proposed).keys()].sort()).toEqual([
      ...['.rustward/c2rust/symbol_map/src/main.c/main.json', 'rust/src/main.rs'],
      'rust/src/tool.rs',
    ]);
    const text = filesOf(proposed).get('rust/src/main.rs');
    expect(text).toContain('std::process::exit(tally::tool::run());');
    merge(root, proposed, base);
    const earlier = git(root, 'rev-parse', 'HEAD').trim();

    git(root, 'reset', '--quiet', '--hard', base);
    merge(root, await plan(['other']), base);
    const before = asked.length;
    expect(filesOf(await plan(['main'], earlier)).get('rust/src/main.rs')).toBe(text);
    expect(asked.length).toBe(before);
  });
});
