import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ModelError } from '../../../src/errors.ts';
import type { Reply } from '../../fakes/served-reply.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import type { Asked } from '../../support/tally-answers.ts';
import { migrateTally, tallyProject } from '../../support/tally-run.ts';

const GIVEN = `pub struct Limits {
    pub low: i32,
    pub high: i32,
}

impl Limits {
    pub fn clamp(&self, value: i32) -> i32 {
        unimplemented!()
    }
}

pub fn parse(text: &[u8]) -> Nowhere {
    unimplemented!()
}
`;

const REFUSAL =
  /^the given interface does not build: cannot find type `Nowhere` in this scope \(src\/number\.rs:12\); fix it, and run again$/;

function edit(old: string, text: string, file = 'src/number.rs'): string {
  return `<EDIT file="${file}">\n<OLD>\n${old}\n</OLD>\n<NEW>\n${text}\n</NEW>\n</EDIT>\n`;
}

const MENDED = edit('pub fn parse(text: &[u8]) -> Nowhere {', 'pub fn parse(text: &[u8]) -> u32 {');

/** Lays out a crate of a given file, with these answers of who repairs it. */
function layOut(given: string, answers: readonly (string | Reply)[], repairs = 3) {
  const project = tallyProject();
  const head = git(project, 'rev-parse', 'HEAD');
  let at = 0;
  const reply = ({ role }: Asked) => (role === 'layout-fixer' ? answers[at++] : undefined);
  const progress: string[] = [];
  const run = migrateTally(
    project,
    reply,
    {
      until: 'prepare',
      rustInterface: new Map([['number.rs', given]]),
      repairs: { compile: repairs, test: 1, gate: 1, difference: 1, review: 1 },
    },
    { onProgress: (line) => progress.push(line) },
  );
  const isUntouched = () =>
    !existsSync(join(project, 'rust')) &&
    git(project, 'rev-parse', 'HEAD') === head &&
    git(project, 'status', '--porcelain', '--', 'rust', 'src') === '';
  const rust = () => readFileSync(join(project, 'rust/src/number.rs'), 'utf8');
  const message = () => git(project, 'log', '-1', '--format=%B');
  return { run, rust, message, progress, isUntouched };
}

withClang('a given interface that does not build', () => {
  test('is repaired, told, and nothing is changed but what the compiler refuses', async () => {
    const more = edit('    pub low: i32,', '    pub lowest: i64,');
    const { run, rust, message, progress } = layOut(GIVEN, [`${more}${MENDED}`]);
    const { asked } = await run;
    const fixers = asked.filter(({ role }) => role === 'layout-fixer');
    expect(fixers).toHaveLength(1);
    expect(fixers[0]?.text).toContain('cannot find type `Nowhere` in this scope');
    expect(rust()).toBe(GIVEN.replace('Nowhere', 'u32'));
    const told = [
      'src/number.rs:12',
      '- pub fn parse(text: &[u8]) -> Nowhere {',
      '+ pub fn parse(text: &[u8]) -> u32 {',
    ];
    const from = progress.indexOf('the given interface was changed, since it did not build:');
    expect(progress.slice(from + 1, from + 4)).toEqual(told.map((line) => `  ${line}`));
    expect(message()).toContain(told.join('\n'));
    expect(progress.filter((line) => line.includes('was changed'))).toHaveLength(1);
  });

  test('is repaired where it is no Rust at all, and is asked about again with what was not enough', async () => {
    const given = GIVEN.replace('&self, value: i32)', '&self, value: i32');
    const comma = edit(
      '    pub fn clamp(&self, value: i32 -> i32 {',
      '    pub fn clamp(&self, value: i32) -> i32 {',
    );
    const { run, rust } = layOut(given, [comma, MENDED]);
    const { asked } = await run;
    const second = asked.filter(({ role }) => role === 'layout-fixer')[1];
    expect(second?.text).toContain('Repair 1 was made for this, and was not enough');
    expect(second?.text).toContain('cannot find type `Nowhere` in this scope');
    expect(rust()).toBe(GIVEN.replace('Nowhere', 'u32'));
  });

  test('is refused with its first error where repairs only take away or hide, and nothing is written', async () => {
    const gone = edit('pub fn parse(text: &[u8]) -> Nowhere {\n    unimplemented!()\n}', '');
    const hidden = edit('pub fn parse(', '#[cfg(any())]\npub fn parse(').replaceAll(
      'pub fn parse(',
      'pub fn parse(text: &[u8]) -> Nowhere {',
    );
    const outside = edit('[dependencies]', '[dependencies]\nx = "1"', 'Cargo.toml');
    const { run, isUntouched } = layOut(GIVEN, [gone, hidden, outside, MENDED]);
    await expect(run).rejects.toThrow(REFUSAL);
    expect(isUntouched()).toBe(true);
  });

  test('is left as it is where no model can be reached', async () => {
    const { run, isUntouched, progress } = layOut(GIVEN, [
      { kind: 'status', status: 401, message: 'no such key' },
    ]);
    await expect(run).rejects.toThrow(ModelError);
    expect(progress).toContain(
      'the given interface does not build: cannot find type `Nowhere` in this scope (src/number.rs:12)',
    );
    expect(isUntouched()).toBe(true);
  });

  test('is refused without a question where none may be asked', async () => {
    const { run, isUntouched } = layOut(GIVEN, [MENDED], 0);
    await expect(run).rejects.toThrow(REFUSAL);
    expect(isUntouched()).toBe(true);
  });

  test('is mended without a model by what the compiler is sure of', async () => {
    const given = `pub fn largest() -> u32 {
    let big: u32 = 1u8 as u32;
    let other: &str = "a";
    match other.len() {
        0...4 => big,
        _ => 2,
    }
}
`;
    const { run, rust, progress } = layOut(given, []);
    const { asked } = await run;
    expect(asked.filter(({ role }) => role === 'layout-fixer')).toEqual([]);
    expect(progress).toContain('what the compiler itself suggests was taken');
    expect(rust()).toBe(given.replace('0...4', '0..=4'));
  });
});

withClang('a planned crate that does not build', () => {
  test('is repaired, too', async () => {
    const plan = `<PLAN>{ "name": "tally", "modules": [{ "name": "all", "doc": "Sums \u202e backwards.",
      "functions": ["clamp", "digit", "parse_number", "checksum", "is_even", "is_odd"] }] }</PLAN>`;
    const project = tallyProject();
    const mended = edit('//! Sums \u202e backwards.', '//! Sums backwards.', 'src/all.rs');
    const { progress } = await migrateTally(
      project,
      ({ role }) => (role === 'planner' ? plan : role === 'layout-fixer' ? mended : undefined),
      { until: 'prepare' },
    );
    expect(progress).toContain('the planned crate was changed, since it did not build:');
    expect(readFileSync(join(project, 'rust/src/all.rs'), 'utf8')).toBe('//! Sums backwards.\n');
  });
});
