import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cargoHome } from '../../../src/workspace/toolchain/crate-registry.ts';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { startRustward } from '../../support/command-line.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { shoutAnswer } from '../../support/shout-answers.ts';
import { type Asked, askedOf } from '../../support/tally-answers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIXTURE = join(import.meta.dirname, '../../migration/fixtures/shout');

withClang('rustward migrate run', () => {
  test('carries a program over with its main, which runs as that of the C', async () => {
    const project = join(temporaryFolder(), 'shout');
    cpSync(FIXTURE, project, { recursive: true });
    const { run, asked } = await migrating(project, shoutAnswer);
    const dry = await run('run', '--dry-run', '--only', 'main');
    expect(dry.stdout).toMatch(/^main +main\.c:12 +waiting$/m);
    const first = await run('run', '--only', 'main', '--with-callees');
    expect(first.stderr).toContain('[4/4] main');
    expect(first.stdout).toMatch(/^4 functions: 4 migrated$/m);
    // All lines are reached, those behind an option and without arguments as well.
    expect(first.stdout).toMatch(
      /^main +main\.c:12 +migrated +cli::run; same as the C on \d+ inputs, 10 of 10 lines/m,
    );
    expect(git(project, 'status', '--porcelain')).toBe('');
    expect(git(project, 'show', '--format=', '--name-only', 'HEAD').split('\n')).toEqual(
      expect.arrayContaining(['rust/src/cli.rs', 'rust/src/main.rs']),
    );
    expect(readFileSync(join(project, 'rust/src/main.rs'), 'utf8')).toMatchInlineSnapshot(`
"//! The program of \`main.c\`. Generated: all that it does is in \`cli::run\`.

use std::ffi::OsString;

fn main() {
    let args: Vec<OsString> = std::env::args_os().collect();
    std::process::exit(shout::cli::run(&args));
}
"
`);
    const text = asked.find(({ role, step }) => role === 'translator' && step === 'main')?.text;
    expect(text).toContain('The program that calls it and ends with that status is generated.');
    // The tests of the C have a main of their own, which is none of the project.
    expect(asked.filter(({ text: one }) => one.includes('check.c'))).toEqual([]);
    expect((await run('status')).stdout).toMatch(
      /^main +migrated +cli\.rs +[\d,]+ cases equal +100 %/m,
    );
    const count = asked.length;
    expect((await run('run', '--ignore-gates')).stdout).toMatch(
      /^4 functions: 4 migrated before$/m,
    );
    expect(asked).toHaveLength(count);
    expect(await runBoth(project, 'shout')).toEqual([
      ...['A B', 'C', '0', 'shout: there is no option -x', '2', 'FROM INPUT', '0'],
    ]);
  }, 240_000);

  test('names several programs after their files, and does not carry over what is given an environment', async () => {
    const program = (status: number) => `int main(void) { return ${status}; }\n`;
    const project = temporaryFolder({
      'one.c': program(3),
      'tools/two.c': program(4),
      'envy.c': 'int main(int argc, char **argv, char **envp) { return envp[0] == argv[argc]; }\n',
    });
    const status = (step: string) => (step.startsWith('one') ? 3 : 4);
    const { run, asked } = await migrating(project, (one) => {
      const [, name = '', module = ''] = /^(\S+:main): (?:src\/)?(\w+)/m.exec(one.text) ?? [];
      const place = { c: name, file: `src/${module}.rs`, rust: `${module}::run` };
      const isFirst = asked.filter(({ role }) => role === 'signature-planner').length === 1;
      switch (one.role) {
        case 'planner':
          return '<PLAN>{ "name": "tools", "modules": [{ "name": "one" }, { "name": "two" }, { "name": "envy" }] }</PLAN>';
        case 'signature-planner':
          return `<PLAN>${JSON.stringify([
            { ...place, signature: `pub fn run() -> ${isFirst ? 'u8' : 'i32'}` },
          ])}</PLAN>`;
        default:
          return one.role === 'migration-reviewer'
            ? '<REVIEW>{ "issues": [] }</REVIEW>'
            : `<TESTS file="src/${module}.rs">\n#[test]\nfn ends() { assert_eq!(run(), ${status(name)}); }\n</TESTS>\n<CODE file="src/${module}.rs">\n/// A program.\npub fn run() -> i32 { ${status(name)} }\n</CODE>`;
      }
    });
    const all = await run('run');
    expect(all.status).toBe(1);
    expect(all.stdout).toMatch(/^one\.c:main +.* migrated /m);
    expect(all.stdout).toMatch(/^tools\/two\.c:main +.* migrated /m);
    expect(`${all.stdout}${all.stderr}`).toContain('envy.c:main has 3 parameters: ');
    const refused = asked.filter(({ role }) => role === 'signature-planner')[1];
    expect(refused?.turn).toBe(1);
    expect(existsSync(join(project, 'rust/src/main.rs'))).toBe(false);
    expect(readFileSync(join(project, 'rust/src/bin/two.rs'), 'utf8')).toBe(
      '//! The program of `tools/two.c`. Generated: all that it does is in `two::run`.\n\nfn main() {\n    std::process::exit(tools::two::run());\n}\n',
    );
    expect(existsSync(join(project, 'rust/src/bin/one.rs'))).toBe(true);
  }, 240_000);
});

/** A project, and what is run on it with a model that answers so. */
async function migrating(project: string, answer: (asked: Asked) => string) {
  git(project, 'init', '--quiet', '--initial-branch=main');
  commitAll(project);
  const asked: Asked[] = [];
  const server = await modelServer((request) => {
    const one = askedOf(request);
    asked.push(one);
    return { kind: 'answer', content: answer(one) };
  });
  const { PATH, HOME } = process.env;
  const environment = { ...modelEnvironment(server), PATH, HOME, CARGO_HOME: `${HOME}/.cargo` };
  const run = (command: string, ...args: string[]) =>
    startRustward(['migrate', command, project, ...args], environment);
  return { run, asked };
}

/** What the program of the crate prints, and its status, where it does the same as that of the C. */
async function runBoth(project: string, name: string): Promise<string[]> {
  const { PATH } = process.env;
  const toolchain = rustToolchain(PATH);
  const uses = ['"a b" c', '-x', '< input'];
  const each = (program: string, out: string) =>
    uses.map((use) => `${program} ${use} > out 2> err; s=$?; cat out err; echo $s`).join(`\n`) +
    `\n) > ${out}`;
  const script = `set -e
echo 'from input' > input
clang -w -o c-program main.c upper.c
cargo build --offline --quiet --manifest-path rust/Cargo.toml --target-dir /work/target
set +e
( ${each('./c-program', 'of-c')}
( ${each(`./target/debug/${name}`, 'of-rust')}
cmp of-c of-rust && cat of-c`;
  const { stdout, stderr } = await clangHere().sandbox.run({
    command: ['sh', '-c', script],
    tree: project,
    access: 'write',
    tools: toolchain === undefined ? [] : [toolchain],
    environment: {
      PATH: `${toolchain === undefined ? '' : `${toolchain}/bin:`}/usr/local/bin:/usr/bin:/bin`,
      CARGO_HOME: cargoHome(process.env),
    },
    limits: { wallSeconds: 120, processes: 256, fileBytes: 1024 ** 3, diskBytes: 1024 ** 3 },
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}
