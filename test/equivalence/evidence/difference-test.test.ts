import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { differenceTest } from '../../../src/equivalence/evidence/difference-test.ts';
import type { PlannedCall } from '../../../src/equivalence/plan/comparison-plan.ts';
import { RustCrate } from '../../../src/equivalence/rust-api/rust-crate.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { clangFunction } from '../../support/clang-function.ts';
import { canBuildBoth, sideBySide } from '../../support/side-by-side.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const FIXTURES = realpathSync(join(import.meta.dirname, '../fixtures'));

/** What differs, and what it would have to be. */
const DIFFERING = [
  ['stack_push', 'stack::Shallow::push', 'stack::Shallow', 'stack::Stack'],
  ['draw', 'state::draw_again', 'state::draw_again', 'state::draw'],
  ['draw', 'locked::draw_wrong', 'locked::draw_wrong', 'locked::draw'],
  ['parse_port', 'errors::parse_port_confused', 'parse_port_confused', 'parse_port'],
  ['compare_bytes', 'roles::compare_bytes_backwards', 'compare_bytes_backwards', 'compare_bytes'],
] as const;

(canBuildBoth ? inSandbox : describe.skip)('the tests of differences', () => {
  const folder = folderForAll();
  const tests: string[] = [];

  beforeAll(async () => {
    const files = ['state.c', 'stack.c', 'roles.c'];
    const cache = join(folder, 'cache');
    const check = await sideBySide(join(FIXTURES, 'c'), files, join(FIXTURES, 'crate'), cache);
    for (const [c, rust] of DIFFERING) {
      const evidence = await check(c, rust);
      if (evidence.kind !== 'different') throw new Error(`${rust}: ${JSON.stringify(evidence)}`);
      tests.push(evidence.test);
    }
  }, 120_000);

  test('say the calls of a sequence, and what the C gave', () => {
    expect(tests[0]).toMatch(/let mut object_1 = crate::stack::Shallow::new\(\d+\);/);
    expect(tests[0]).toMatch(/crate::stack::Shallow::push\(&mut object_\d+, -?[\w:]+\);/);
    expect(tests[0]).toMatch(/assert_eq!\(crate::stack::Shallow::pop\(&mut object_\d+\), Some\(/);
  });

  test('set the statics that a call reads, and read what it left', () => {
    expect(tests[1]).toMatch(
      /crate::state::SEED\.store\(\d+, std::sync::atomic::Ordering::SeqCst\);/,
    );
    expect(tests[1]).toMatch(/assert_eq!\(crate::state::SEED\.load\(.*SeqCst\), [\d_]+\);/);
    expect(tests[2]).toMatch(/crate::locked::SEED\.lock\(\)\.unwrap\(\)\.clone_from\(&\d+\);/);
  });

  test('say in which order the C has two values', () => {
    expect(tests[4]).toMatch(
      /assert_eq!\(crate::roles::compare_bytes_backwards\(.*\), std::cmp::Ordering::(?:Less|Greater)\);/,
    );
  });

  test('fail, each of them, until Rust does the same', () => {
    const failing = cargoTest(tests);
    for (const at of DIFFERING.keys()) expect(failing).toContain(`difference_${at}::`);
    expect(failing).toContain(`test result: FAILED. 0 passed; ${DIFFERING.length} failed`);
    const mended = tests.map((text, at) => {
      const [, , wrong = '', right = ''] = DIFFERING[at] ?? [];
      return text.replaceAll(`${wrong}(`, `${right}(`).replaceAll(`${wrong}::`, `${right}::`);
    });
    expect(cargoTest(mended)).toContain(`test result: ok. ${DIFFERING.length} passed`);
  }, 60_000);

  /** Adds tests to a copy of the crate, in which the functions can be called from them. */
  function cargoTest(texts: readonly string[]): string {
    const crate = join(folder, 'crate');
    cpSync(join(FIXTURES, 'crate'), crate, { recursive: true });
    for (const name of ['errors', 'locked', 'roles', 'state']) {
      const path = join(crate, 'src', `${name}.rs`);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replaceAll(/^(\s*)(fn|static|enum|struct) /gm, '$1pub $2 '));
    }
    const modules = texts.map((text, at) => `#[cfg(test)] mod difference_${at} { ${text} }`);
    const root = join(crate, 'src', 'lib.rs');
    const text = readFileSync(root, 'utf8').replace(
      /^/,
      '#![allow(dead_code, private_interfaces)]\n',
    );
    writeFileSync(root, `${text}${modules.join('\n')}\n`);
    const { stdout, stderr } = spawnSync('cargo', ['test', '--offline', '--lib'], {
      cwd: crate,
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`;
  }
});

describe('a call that makes an object or fails, and tells something else besides', () => {
  const source = 'pub struct Set;\npub fn open(full: &mut bool) -> Option<Set> { None }\n';
  const boolean = { kind: 'boolean' } as const;

  async function testOf(isFull: boolean, isMade: boolean): Promise<string> {
    const crate = await RustCrate.parse(new Map([['lib.rs', source]]), loadGrammars());
    const rust = crate.function('open');
    const [full] = rust?.params ?? [];
    if (rust === undefined || full === undefined) throw new Error('there is no function');
    const c = { when: undefined, length: undefined };
    const call: PlannedCall = {
      ...{ function: clangFunction({ name: 'set_open' }), rust },
      plan: {
        ...{ function: clangFunction({ name: 'set_open' }), doubts: [], limits: [] },
        inputs: [{ name: 'full', shape: boolean }],
        c: [{ name: 'full', kind: 'one', pair: boolean, isNullable: false }],
        rust: [{ from: 'full', type: full.type, pair: boolean }],
        outputs: [
          {
            ...{ slot: { name: 'full', shape: boolean }, pair: boolean, rust: 0 },
            c: { ...c, value: '*full', destination: { kind: 'pointee' } },
          },
          {
            ...{ slot: { name: 'return', shape: boolean }, pair: boolean, rust: 'result' },
            c: { ...c, value: 'return', destination: { kind: 'object' } },
          },
        ],
        result: { kind: 'made', output: 1 },
        variables: { params: [], record: undefined, bound: [], statics: [] },
        ...{
          endsTexts: false,
          usesFiles: false,
          readsStdin: false,
          mayEnd: false,
          isProgram: false,
        },
      },
    };
    const steps = [{ call: 0, inputs: [false], handles: [] }];
    const seen = { kind: 'returned', steps: [[isFull, isMade]] } as const;
    return differenceTest('set_open', [call], crate, { steps }, seen, 'returned');
  }

  test('is expected to fail where the C made none, whatever else it told', async () => {
    expect(await testOf(true, false)).toMatch(/assert!\(crate::open\(.*\)\.is_none\(\)\);/);
  });

  test('is expected to make one where the C did', async () => {
    expect(await testOf(false, true)).toMatch(/= crate::open\(.*\)\.expect\("an object"\);/);
  });
});
