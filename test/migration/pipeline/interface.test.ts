import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectStatus } from '../../../src/entry/migrate/migration-status.ts';
import { DEFAULT_CONFIG } from '../../../src/migration/artifacts/config.ts';
import { scanProject } from '../../../src/migration/scan/scan-project.ts';
import { statusText } from '../../../src/migration/status/status-text.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { type Asked, RUST } from '../../support/tally-answers.ts';
import { migrateTally, tallyProject } from '../../support/tally-run.ts';

const GIVEN = new Map([
  [
    'number.rs',
    `pub struct Limits {
    pub low: i32,
    pub high: i32,
}
impl Limits {
    pub fn clamp(&self, value: i32) -> i32 {
        unimplemented!()
    }
}
pub fn parse(text: &[u8]) -> u32 {
    unimplemented!()
}
`,
  ],
]);

const PLAN = (signature: string) =>
  `<PLAN>[{ "c": "clamp", "file": "src/number.rs", "rust": "number::Limits::clamp", "signature": "${signature}" }]</PLAN>`;

const TESTS = RUST['clamp']
  ?.slice(0, RUST['clamp'].indexOf('<CODE'))
  .replaceAll(/clamp\((-?\d), (\d), (\d)\)/g, 'Limits { low: $2, high: $3 }.clamp($1)');

const METHOD = `<CODE file="src/number.rs">
impl Limits {
    pub fn clamp(&self, value: i32) -> i32 {
        if value < self.low { self.low } else { value.min(self.high) }
    }
}
</CODE>`;

withClang('a given interface', () => {
  test('keeps its types and signatures; its bodies are filled in', async () => {
    const project = tallyProject();
    const widened =
      '<CODE file="src/number.rs">\npub struct Limits {\n    pub low: i64,\n    pub high: i64,\n}\n</CODE>';
    let [plans, codes] = [0, 0];
    const answer = ({ role, step }: Asked) => {
      if (step !== 'clamp') return undefined;
      if (role === 'signature-planner') {
        return PLAN(
          plans++ === 0
            ? 'pub fn clamp(&self, value: i64) -> i32'
            : 'pub fn clamp(&self, value: i32) -> i32',
        );
      }
      if (role === 'migration-reviewer') return undefined;
      return codes++ === 0 ? `${TESTS}${METHOD}${widened}` : `${TESTS}${METHOD}`;
    };
    const { states, asked } = await migrateTally(project, answer, {
      only: ['clamp'],
      rustInterface: GIVEN,
    });
    expect(states[0]).toBe('clamp migrated');
    expect(asked.map(({ role }) => role)).not.toContain('planner');
    const fixer = asked.find(({ role }) => role === 'migration-fixer');
    expect(fixer?.text).toContain(
      'it changes type Limits of src/number.rs, which is given and stays as it is',
    );
    const rust = readFileSync(join(project, 'rust/src/number.rs'), 'utf8');
    expect(rust).toContain('pub low: i32,');
    expect(rust.split('unimplemented!')).toHaveLength(2);
    expect(readFileSync(join(project, 'rust/src/lib.rs'), 'utf8')).toBe('pub mod number;\n');
    await scanProject(project, { ...clangHere(), config: DEFAULT_CONFIG, now: new Date(0) });
    const { state } = await projectStatus(project);
    expect(state.unwritten).toEqual(['src/number.rs: fn parse']);
    expect(statusText(state)).toContain('Not written yet: src/number.rs: fn parse\n');
  });

  test('may have modules within its files', async () => {
    const inside = `pub mod limits {\n${GIVEN.get('number.rs')}}\n`;
    const plan = PLAN('pub fn clamp(&self, value: i32) -> i32').replace(
      'number::',
      'number::limits::',
    );
    const tests = TESTS?.replaceAll('Limits {', 'limits::Limits {');
    const method = METHOD.replace('impl Limits', 'pub mod limits {\nimpl Limits').replace(
      '\n</CODE>',
      '\n}\n</CODE>',
    );
    const { states } = await migrateTally(
      tallyProject(),
      ({ role, step }) => {
        if (step !== 'clamp' || role === 'migration-reviewer') return undefined;
        return role === 'signature-planner' ? plan : `${tests}${method}`;
      },
      { only: ['clamp'], rustInterface: new Map([['number.rs', inside]]) },
    );
    expect(states[0]).toBe('clamp migrated');
  });

  test('is refused where it does not build', async () => {
    const given = new Map([['number.rs', 'pub fn f() -> Nowhere {\n    unimplemented!()\n}\n']]);
    await expect(
      migrateTally(tallyProject(), () => undefined, { rustInterface: given }),
    ).rejects.toThrow(
      /^the given interface does not build: cannot find type `Nowhere` in this scope \(src\/number\.rs:1\); fix it, and run again$/,
    );
  });
});
