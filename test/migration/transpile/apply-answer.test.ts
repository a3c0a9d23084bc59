import { expect, test } from '@jest/globals';
import { applyAnswer } from '../../../src/migration/transpile/apply-answer.ts';
import { rustParser as parser } from '../gates/judging.ts';

const SCOPE = {
  ...{ functions: ['f'], hasInterface: false },
  ...{ keptTests: new Set<string>(), own: new Set<string>() },
};
const FILES = new Map([['src/a.rs', 'pub fn f() -> i32 {\n    todo!("f")\n}\n']]);

function apply(text: string) {
  const answer = {
    blocks: [{ kind: 'code' as const, file: 'src/a.rs', text }],
    ...{ removals: [], dependencies: [] },
  };
  const crate = { base: FILES, files: FILES, parser };
  return applyAnswer(answer, crate, SCOPE, () =>
    Promise.reject(new Error('no crate is asked for')),
  );
}

test('Rust that leaves a part out is refused whole', async () => {
  expect(await apply('pub fn f() -> i32 {\n    // ... existing code ...\n    1\n}')).toEqual({
    problem:
      'what you wrote for src/a.rs leaves a part out, at `// ... existing code ...`: write it whole',
  });
});

test('whole Rust takes the place of what was to be written', async () => {
  const result = await apply('// The first of two.\npub fn f() -> i32 {\n    1\n}');
  expect('files' in result && result.files.get('src/a.rs')).toContain('    1\n');
});
