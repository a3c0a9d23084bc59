import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RUST_RULES } from '../../../src/rules/rust/index.ts';
import type { Candidate } from '../../../src/security/candidates/candidate.ts';
import type { CandidateDraft } from '../../../src/security/candidates/draft-candidates.ts';
import { scan } from '../../../src/security/scan/scan.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const deps = {
  rules: RUST_RULES,
  grammars: loadGrammars(),
  threadScript: new URL('absent.ts', import.meta.url),
};

async function candidatesIn(files: Record<string, string>): Promise<readonly Candidate[]> {
  const { candidates } = await scan({ path: temporaryFolder(files), threads: 0 }, deps);
  return candidates;
}

async function findings(files: Record<string, string>, rule: string): Promise<string[]> {
  const candidates = await candidatesIn(files);
  return candidates
    .filter(({ pattern, confidence }) => pattern === rule && confidence >= 0.5)
    .map(({ file, line }) => `${file}:${line}`);
}

const MANIFEST = '[package]\nname = "tool"\n';

const MAIN = `mod run;
fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    run::start(&name);
}
`;

const RUN = `use std::process::Command;
pub(crate) fn start(name: &String) {
    let _ = Command::new("sh").arg("-c").arg(format!("run {}", name)).status();
}
`;

/** How sure a candidate is in a tree as small as these. */
function inSmallTree({ confidence, in_new_code: rated }: CandidateDraft): number {
  return rated?.confidence ?? confidence;
}

describe('data that goes from one Rust file to another', () => {
  test('is followed as an argument, with its way over both files', async () => {
    const candidates = await candidatesIn({
      'Cargo.toml': MANIFEST,
      'src/main.rs': MAIN,
      'src/run.rs': RUN,
    });
    const [found] = candidates.filter(({ pattern }) => pattern === 'rust_command_injection');
    expect(found).toMatchObject({ file: 'src/run.rs', line: 3 });
    expect(found && inSmallTree(found)).toBeGreaterThanOrEqual(0.9);
    expect(found?.trace.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'src/main.rs:3',
      'src/main.rs:3',
      'src/main.rs:4',
      'src/run.rs:3',
      'src/run.rs:3',
    ]);
  });

  test('is followed over a third file', async () => {
    const files = {
      'src/main.rs': MAIN.replace('mod run;', 'mod run;\nmod way;').replace('run::', 'way::'),
      'src/way.rs': 'pub(crate) fn start(name: &String) {\n    crate::run::start(name);\n}\n',
      'src/run.rs': RUN,
    };
    expect(await findings(files, 'rust_command_injection')).toEqual(['src/run.rs:3']);
  });

  test('is followed as a result, of a method too', async () => {
    const files = {
      'src/main.rs': `mod input;
use input::Input;
use std::process::Command;
fn main() {
    let input = Input::new();
    let _ = Command::new(input.name()).status();
}
`,
      'src/input.rs': `pub struct Input {
    at: usize,
}
impl Input {
    pub fn new() -> Self {
        Input { at: 1 }
    }
    pub fn name(&self) -> String {
        std::env::args().nth(self.at).unwrap_or_default()
    }
}
`,
    };
    const candidates = await candidatesIn(files);
    const [found] = candidates.filter(({ pattern }) => pattern === 'rust_command_injection');
    expect(found?.trace.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'src/input.rs:9',
      'src/input.rs:9',
      'src/main.rs:6',
      'src/main.rs:6',
    ]);
  });

  test.each([
    ['an object', 'fn all(step: &dyn Step)'],
    ['a parameter', 'fn all<S: Step>(step: &S)'],
    ['a parameter with a where', 'fn all<S>(step: S) where S: Step'],
    ['any type', 'fn all(step: impl Step)'],
  ])('is followed into every implementation of a method of a trait: %s', async (_of, head) => {
    const files = {
      'src/main.rs': `mod step;
use step::Step;
${head} {
    let name = std::env::args().nth(1).unwrap_or_default();
    step.take(&name);
}
`,
      'src/step.rs': 'pub trait Step {\n    fn take(&self, name: &String);\n}\n',
      'src/shell.rs': `use std::process::Command;
pub struct Shell;
impl crate::step::Step for Shell {
    fn take(&self, name: &String) {
        let _ = Command::new("sh").arg("-c").arg(format!("run {}", name)).status();
    }
}
`,
    };
    const found = (await candidatesIn(files)).filter(
      ({ pattern }) => pattern === 'rust_command_injection',
    );
    expect(found.map(({ file, trace }) => [file, trace[0]?.file])).toEqual([
      ['src/shell.rs', 'src/main.rs'],
    ]);
  });

  const RULE = `use std::process::Command;
macro_rules! run {
    ($name:expr) => {{
        let _ = Command::new("sh").arg("-c").arg(format!("run {}", $name)).status();
    }};
    ($name:expr, $log:expr) => {{
        log($name, $log);
    }};
}
`;

  test.each([
    ['of the same file', { 'src/main.rs': RULE }, 'src/main.rs:4'],
    ['of another file', { 'src/main.rs': 'mod rules;\n', 'src/rules.rs': RULE }, 'src/rules.rs:4'],
  ])('is followed into a macro %s', async (_where, files, place) => {
    const use = (text: string) => `${files['src/main.rs']}fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    run!(${text});
}
`;
    const sure = async (text: string) => {
      const candidates = await candidatesIn({ ...files, 'src/main.rs': use(text) });
      return candidates
        .filter((one) => one.pattern === 'rust_command_injection' && inSmallTree(one) >= 0.9)
        .map(({ file, line }) => `${file}:${line}`);
    };
    expect(await sure('&name')).toEqual([place]);
    expect(await sure('"list"')).toEqual([]);
    expect(await sure('&name, 1')).toEqual([]);
  });

  test('is not followed into a function that only has the name', async () => {
    const own = {
      'src/main.rs': MAIN.replace('mod run;', 'mod run {\n    pub fn start(_: &String) {}\n}'),
      'src/other/work.rs': RUN,
    };
    const found = (await candidatesIn(own)).filter(
      ({ pattern }) => pattern === 'rust_command_injection',
    );
    expect(found.flatMap(({ trace }) => trace.map(({ file }) => file))).not.toContain(
      'src/main.rs',
    );
    const otherCrate = { 'a/src/main.rs': MAIN, 'b/src/run.rs': RUN };
    const apart = (await candidatesIn(otherCrate)).filter(
      ({ pattern }) => pattern === 'rust_command_injection',
    );
    expect(apart.flatMap(({ trace }) => trace.map(({ file }) => file))).not.toContain(
      'a/src/main.rs',
    );
  });

  test('is clean when a function of another file says that it cleans it', async () => {
    const main = (clean: string) => `mod text;
fn main() {
    let name = text::${clean}(std::env::args().nth(1).unwrap_or_default());
    let _ = std::process::Command::new(name).status();
}
`;
    const text = (name: string) =>
      `pub fn ${name}(name: String) -> String {\n    std::env::args().nth(2).unwrap_or(name)\n}\n`;
    const of = (name: string) =>
      findings({ 'src/main.rs': main(name), 'src/text.rs': text(name) }, 'rust_command_injection');
    expect(await of('second')).toEqual(['src/main.rs:4']);
    expect(await of('sanitize')).toEqual([]);
  });
});

describe('what one Rust file says of another', () => {
  test('a struct has the types of its fields wherever it stands', async () => {
    const files = {
      'src/lib.rs': `pub mod frame;
use frame::Frame;
pub fn head(frame: &Frame) -> u16 {
    frame.length as u16
}
`,
      'src/frame.rs': 'pub struct Frame {\n    pub length: u64,\n}\n',
    };
    const found = (await candidatesIn(files)).filter(({ pattern }) => pattern === 'as_truncation');
    expect(found.map(({ line }) => line)).toEqual([4]);
  });

  test('a module that only tests are built with is a test', async () => {
    const lib = 'pub mod work;\n#[cfg(test)]\nmod checks;\n';
    const body =
      'pub fn text(bytes: &[u8]) -> &str {\n    unsafe { std::str::from_utf8_unchecked(bytes) }\n}\n';
    const files = { 'src/lib.rs': lib, 'src/checks.rs': body, 'src/work.rs': body };
    expect(await findings(files, 'unchecked_conversion')).toEqual(['src/work.rs:2']);
  });

  test('a box that another file takes back does not leak', async () => {
    const make = 'pub fn make() -> *mut u32 {\n    Box::into_raw(Box::new(7))\n}\n';
    const back =
      '/// # Safety\n/// `at` comes from make.\npub unsafe fn release(at: *mut u32) {\n    drop(Box::from_raw(at));\n}\n';
    const lib = 'pub mod make;\n';
    const alone = { 'src/lib.rs': lib, 'src/make.rs': make };
    expect(await findings(alone, 'into_raw_leak')).toEqual(['src/make.rs:2']);
    const both = {
      'src/lib.rs': `${lib}pub mod back;\n`,
      'src/make.rs': make,
      'src/back.rs': back,
    };
    expect(await findings(both, 'into_raw_leak')).toEqual([]);
  });
});
