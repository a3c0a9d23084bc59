import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectStatus } from '../../../src/entry/migrate/migration-status.ts';
import { DEFAULT_CONFIG } from '../../../src/migration/artifacts/config.ts';
import { scanProject } from '../../../src/migration/scan/scan-project.ts';
import { loadInterfaceWork } from '../../../src/migration/state/interface-work.ts';
import { statusText } from '../../../src/migration/status/status-text.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import { type Asked, RUST } from '../../support/tally-answers.ts';
import { migrateTally, tallyProject } from '../../support/tally-run.ts';

/** Two methods and a trait that no function of the C stands for, beside a place for the rest. */
const GIVEN = new Map([
  [
    'number.rs',
    `/// Borders, both of them inside.
pub struct Limits {
    pub low: i32,
    pub high: i32,
}
impl Limits {
    /// All numbers that a tally takes: from 0 to TALLY_MAX.
    pub fn all() -> Self {
        unimplemented!()
    }
    /// How many numbers there are.
    pub fn count(&self) -> u32 {
        unimplemented!()
    }
    /// Moves the upper border down.
    pub fn narrow(&mut self, by: i32) {}
}
impl PartialEq for Limits {
    fn eq(&self, other: &Self) -> bool {
        unimplemented!()
    }
}
`,
  ],
  ['sum.rs', '//! Checksums.\n'],
]);

const TESTS = `<TESTS file="src/number.rs">
#[test]
fn all_are_ten_thousand() {
    assert_eq!(Limits::all().high, 9999);
    assert_eq!(Limits::all().count(), 10_000);
    assert_eq!(Limits { low: 3, high: 2 }.count(), 0);
    assert!(Limits::all() == Limits { low: 0, high: 9999 });
}
</TESTS>`;

const COUNT = `    pub fn count(&self) -> u32 {
        if self.high < self.low {
            return 0;
        }
        self.high.abs_diff(self.low) + 1
    }
`;

function body(count: string, all = 'Self { low: 0, high: 9999 }'): string {
  return `<CODE file="src/number.rs">
impl Limits {
    pub fn all() -> Self {
        ${all}
    }
${count}}
impl PartialEq for Limits {
    fn eq(&self, other: &Self) -> bool {
        self.low == other.low && self.high == other.high
    }
}
</CODE>`;
}

async function complete(
  answer: (asked: Asked, index: number) => string | undefined,
  project = tallyProject(),
) {
  let [writings, reviews] = [0, 0];
  const run = await migrateTally(
    project,
    (asked) => {
      if (asked.role === 'completer') return answer(asked, writings++);
      if (asked.role === 'completion-reviewer') return answer(asked, reviews++);
      return undefined;
    },
    { rustInterface: GIVEN },
    { headers: [{ path: 'tally.h', text: readFileSync(join(project, 'tally.h'), 'utf8') }] },
  );
  const rust = () => readFileSync(join(project, 'rust/src/number.rs'), 'utf8');
  return { ...run, project, rust: rust(), work: loadInterfaceWork(project) };
}

const NARROW = 'src/number.rs: impl Limits > fn narrow';
const ALL = [
  'src/number.rs: impl Limits > fn all',
  'src/number.rs: impl Limits > fn count',
  'src/number.rs: impl PartialEq for Limits > fn eq',
];

function named(names: readonly string[]) {
  return names.map((name) => ({ function: name }));
}

withClang('what a given interface has beside the C', () => {
  test('is written once all of the C is there, reviewed, and said to be compared with nothing', async () => {
    const { project, asked, rust, work } = await complete(({ role }) =>
      role === 'completer'
        ? `${TESTS}${body(COUNT)}<LEFT>[{ "number": 4, "because": "it has nothing to do" }]</LEFT>`
        : undefined,
    );
    expect(work).toEqual({
      written: named(ALL),
      left: [],
      kept: [NARROW],
      metrics: expect.objectContaining({ calls: 2 }),
    });
    expect(rust).not.toContain('unimplemented!');
    const question = asked.find(({ role }) => role === 'completer')?.text ?? '';
    expect(question).toContain('/// How many numbers there are.\npub fn count(&self) -> u32;');
    expect(question).toContain('2. src/number.rs, in `impl Limits`');
    expect(question).toContain('#define TALLY_MAX 9999');
    expect(question).toContain('parse_number: number::parse_number in src/number.rs');
    expect(question).toContain('int parse_number(const char *text');
    expect(asked.filter(({ role }) => role === 'completion-reviewer')).toHaveLength(1);
    expect(git(project, 'log', '-1', '--format=%B')).toContain(
      'impl Limits > fn all: written, with nothing in the C to compare it with.',
    );
    expect(git(project, 'status', '--porcelain')).toBe('');
    await scanProject(project, { ...clangHere(), config: DEFAULT_CONFIG, now: new Date(0) });
    const { state } = await projectStatus(project);
    expect(state.unwritten).toEqual([]);
    expect(statusText(state)).toContain(
      'Written from the interface, with nothing in the C to compare with: 3 functions\n',
    );
    const again = await complete(() => undefined, project);
    expect(again.asked).toEqual([]);
    expect(again.work).toEqual(work);
  });

  test('is repaired after a build, a missing body and a review; signatures and items stay', async () => {
    const wrong = body(COUNT.replace(' + 1', ''));
    const answers = [
      `${TESTS}${body(COUNT.replace('u32', 'u64'))}`,
      `${TESTS}${body(COUNT.replace('self.high.abs_diff(self.low) + 1', '"many"'))}`,
      `${TESTS.replace('10_000', '9999')}${wrong}`,
      `${TESTS}${body(`${COUNT}    pub fn narrow(&mut self, by: i32) {\n        self.high -= by;\n    }\n`)}`,
    ];
    const { asked, work, rust } = await complete(({ role, text }, at) => {
      if (role === 'completer') return answers[at];
      return text.includes('+        self.high.abs_diff(self.low)\n')
        ? '<REVIEW>{ "issues": [{ "number": 2, "what": "both borders are inside" }] }</REVIEW>'
        : undefined;
    });
    expect(work.written).toEqual(named([...ALL, NARROW]));
    expect(rust).toContain('self.high -= by;');
    expect(rust).toContain('self.high.abs_diff(self.low) + 1');
    const [, second = '', third = '', fourth = ''] = asked
      .filter(({ role }) => role === 'completer')
      .map(({ text }) => text);
    expect(second).toContain('it changes the signature of impl Limits > fn count');
    expect(third).toContain('expected `u32`, found `&str`');
    expect(fourth).toContain('number 2: both borders are inside');
  });

  test('is left where the writer cannot tell, or a second reader refuses it twice', async () => {
    const left = '<LEFT>[{ "number": 1, "because": "no word says what all is" }]</LEFT>';
    const some = body(COUNT).replace(/ {4}pub fn all[\s\S]*?\n {4}\}\n/, '');
    const tests = TESTS.replaceAll(/.*Limits::all.*\n/g, '');
    let refused = 0;
    const { work, rust, project } = await complete(({ role, text }) => {
      if (role !== 'completer') {
        refused += 1;
        if (refused > 2) return undefined;
        const number = /(\d)\. src\/number.rs, in `impl Limits`\n\/\/\/ How many/.exec(text)?.[1];
        return `<REVIEW>{ "issues": [{ "number": ${number}, "what": "it is a guess ${refused}" }] }</REVIEW>`;
      }
      if (refused < 2) return `${tests}${some}${refused === 0 ? left : ''}`;
      return some.replace(COUNT, '');
    });
    expect(work.written).toEqual(named(ALL.slice(2)));
    expect(work.left).toEqual([
      { function: ALL[0], because: 'no word says what all is' },
      { function: ALL[1], because: 'a second reader finds: it is a guess 2' },
    ]);
    expect(rust.match(/unimplemented!/g)).toHaveLength(2);
    // What was left is not asked for again while nothing else has changed.
    const again = await complete(() => undefined, project);
    expect(again.asked).toEqual([]);
    expect(again.work.left).toEqual(work.left);
  });

  test('is written in the place of a function that cannot be compared under it, and what needs that goes on', async () => {
    const given = new Map([
      [
        'number.rs',
        'pub fn clamp(value: i32, low: i32, high: i32) -> i32 {\n    unimplemented!()\n}\n',
      ],
      ['sum.rs', '//! Checksums.\n'],
    ]);
    const cannot = '<CANNOT>the macro around it cannot be compared</CANNOT>';
    const project = tallyProject();
    const { states, asked } = await migrateTally(
      project,
      ({ role, step }) => {
        if (role === 'completer') return RUST['clamp'];
        if (role === 'translator' && step === 'clamp') return cannot;
        if (role === 'migration-arbiter')
          return '<VERDICT>{ "holds": true, "because": "so" }</VERDICT>';
        return undefined;
      },
      { rustInterface: given },
    );
    expect(states).toEqual([
      'clamp blocked: it cannot be done: the macro around it cannot be compared',
      ...['checksum', 'digit', 'parse_number', 'is_even+is_odd', 'tally_release'].map(
        (name) => `${name} migrated`,
      ),
    ]);
    const work = loadInterfaceWork(project);
    expect(
      asked.find(({ role, step }) => role === 'translator' && step === 'parse_number')?.text,
    ).toContain('Under the given interface no Rust can stand for clamp.');
    expect(work.written).toEqual([{ function: 'src/number.rs: fn clamp', stands_for: 'clamp' }]);
    const order = asked.map(({ role, step }) => `${role} ${step}`);
    expect(order.indexOf('translator parse_number')).toBeGreaterThan(order.indexOf('completer '));
    expect(git(project, 'log', '--format=%B')).toContain(
      'src/number.rs: fn clamp: written in the place of clamp, and not compared with it.',
    );
    await scanProject(project, { ...clangHere(), config: DEFAULT_CONFIG, now: new Date(0) });
    const { state } = await projectStatus(project);
    expect(state.besideC).toEqual(['src/number.rs: fn clamp (for clamp)']);
    expect(state.functions.find(({ name }) => name === 'clamp')?.state).toBe('blocked');
  });

  test('is asked for once where it cannot be written either; what needs it goes on, with a helper of its own', async () => {
    const given = new Map([
      ['number.rs', 'pub fn clamp(value: &i32) -> i32 {\n    unimplemented!()\n}\n'],
      ['sum.rs', '//! Checksums.\n'],
    ]);
    const project = tallyProject();
    const parse = RUST['parse_number']?.replace(
      'clamp(value * 10 + digit(c)?, 0, TALLY_MAX)',
      '(value * 10 + digit(c)?).clamp(0, TALLY_MAX)',
    );
    const { states, asked } = await migrateTally(
      project,
      ({ role, step }) => {
        if (role === 'completer')
          return '<LEFT>[{ "number": 1, "because": "it lacks the borders" }]</LEFT>';
        if (role === 'signature-planner' && step === 'clamp') {
          return '<PLAN>[{ "c": "clamp", "cannot": "the given function lacks the borders" }]</PLAN>';
        }
        if (role === 'translator' && step === 'parse_number') return parse;
        if (role === 'migration-arbiter')
          return '<VERDICT>{ "holds": true, "because": "so" }</VERDICT>';
        return undefined;
      },
      { rustInterface: given },
    );
    expect(states[0]).toBe(
      'clamp blocked: it cannot be done: clamp: the given function lacks the borders',
    );
    expect(states).toContain('parse_number migrated');
    expect(asked.filter(({ role }) => role === 'completer')).toHaveLength(1);
    expect(loadInterfaceWork(project)).toMatchObject({
      written: [],
      left: [{ function: 'src/number.rs: fn clamp', because: 'it lacks the borders' }],
    });
  });
});
