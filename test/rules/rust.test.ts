import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analyseRustFile } from '../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import { RUST_RULES } from '../../src/rules/rust/index.ts';
import { runRustRules } from '../../src/rules/rust/run-rules.ts';
import { markedLines, unsaid, worthOfExamples } from '../support/rules.ts';

const parser = await loadGrammars().parser('rust');

function hitsIn(text: string, path = 'src/lib.rs') {
  return runRustRules(analyseRustFile(parseSyntax(parser, text), path), RUST_RULES);
}

describe.each(RUST_RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test.each(rule.examples.bad.map((example, index) => [index, example] as const))(
    'hits exactly the marked lines of bad example %i',
    (_index, example) => {
      const hits = hitsIn(example).filter((hit) => hit.rule === id);
      const lines = hits.map((hit) => hit.location.line);
      expect([...new Set(lines)]).toEqual(markedLines(example));
      expect(unsaid(hits)).toEqual([]);
    },
  );

  test.each(rule.examples.good.map((example, index) => [index, example] as const))(
    'no rule hits good example %i',
    (_index, example) => {
      expect(hitsIn(example).filter((hit) => hit.confidence >= 0.5)).toEqual([]);
      expect(hitsIn(example).filter((hit) => hit.rule === id)).toEqual([]);
    },
  );

  test('describes itself within the limits', () => {
    expect(rule.id).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(rule.title.length).toBeLessThanOrEqual(60);
    expect(rule.title).not.toMatch(/\.$/);
  });
});

test('bad examples are worth what they were', () => {
  const worth = worthOfExamples(RUST_RULES, (rule, example) =>
    hitsIn(example).filter((hit) => hit.rule === rule.id),
  );
  expect(worth).toMatchSnapshot();
});

describe('how sure a hit is', () => {
  const confidences = (rule: string, text: string): number[] =>
    hitsIn(text)
      .filter((hit) => hit.rule === rule)
      .map(({ confidence }) => confidence);

  test('a file whose habit is unsafe code without reasons is told once', () => {
    const read = (name: string) => `pub fn ${name}(p: *const u8) -> u8 { unsafe { *p } }\n`;
    const found = confidences('unsafe_without_safety_comment', read('a') + read('b') + read('c'));
    expect(found.map((confidence) => confidence >= 0.5)).toEqual([true, false, false]);
  });

  test('what was copied out of a value by pointer has another owner', () => {
    const kept = (before: string) =>
      confidences(
        'mem_forget_leak',
        `fn f(list: Vec<u8>) -> u8 {
    ${before}
    std::mem::forget(list);
    0
}`,
      );
    expect(kept('')[0]).toBeGreaterThanOrEqual(0.5);
    expect(kept('let _ = unsafe { std::ptr::read(&list[0]) };')).toEqual([0.45]);
  });

  test('an unsafe function that says what its callers must keep leaves it to them', () => {
    const view = `pub unsafe fn view<'a>(p: *const u8, n: usize) -> &'a [u8] {
  core::slice::from_raw_parts(p, n)
}`;
    const [silent] = confidences('slice_from_raw_parts', view);
    const contract = '/// # Safety\n/// `p` points to `n` bytes that live for `a`.\n';
    const [stated] = confidences('slice_from_raw_parts', contract + view);
    expect(silent).toBeGreaterThanOrEqual(0.5);
    expect(stated).toBeLessThan(0.5);
  });

  const REASON =
    '// SAFETY: callers pass what lives until the call ends, and nothing else writes to it.';
  const OPERATIONS = [
    ['raw_pointer_deref', 'pub fn get(p: *const i32) -> i32', '*p'],
    ['transmute_unchecked', 'fn get(code: u8) -> Color', 'std::mem::transmute::<u8, Color>(code)'],
    ['get_unchecked_unbounded', 'pub fn get(v: &[u8], at: usize) -> u8', '*v.get_unchecked(at)'],
    [
      'slice_from_raw_parts',
      "pub fn get<'a>(p: *const u8, n: usize) -> &'a [u8]",
      'core::slice::from_raw_parts(p, n)',
    ],
    ['raw_pointer_arithmetic', 'pub fn get(p: *const u8, n: usize) -> u8', 'p.add(n).read()'],
    [
      'unchecked_conversion',
      'pub fn get(text: &[u8]) -> &str',
      'std::str::from_utf8_unchecked(text)',
    ],
  ] as const;

  test.each(OPERATIONS)('%s has the reasons of the unsafe block around it', (rule, head, code) => {
    const [bare = 0] = confidences(rule, `${head} { unsafe { ${code} } }`);
    const places = [
      `${head} {\n${REASON}\nunsafe { ${code} } }`,
      `${head} {\n${REASON}\nlet got = unsafe { ${code} };\ngot }`,
      `${head} { unsafe {\n${REASON}\nlet got = ${code};\ngot } }`,
      `${head} { unsafe {\n${REASON}\nwarm_up();\nif ready() { return ${code}; }\nlater() } }`,
    ];
    for (const text of places) {
      const [stated = 0] = confidences(rule, text);
      expect(stated).toBeGreaterThanOrEqual(0.4);
      expect(bare - stated).toBeGreaterThanOrEqual(0.1 - 1e-9);
    }
  });

  test.each(OPERATIONS)(
    '%s is as sure as before with no reason in the comment',
    (rule, head, code) => {
      const bare = confidences(rule, `${head} { unsafe { ${code} } }`);
      const silent = [
        `${head} {\n// SAFETY:\nunsafe { ${code} } }`,
        `${head} {\n// This is not safe for null.\nunsafe { ${code} } }`,
        `${REASON}\nfn other() {}\n${head} { unsafe { ${code} } }`,
        `${head} {\n${REASON}\nunsafe { other(); }\nunsafe { ${code} } }`,
      ];
      for (const text of silent) expect(confidences(rule, text)).toEqual(bare);
    },
  );

  test('a container that is as shareable as what it holds is a place to look at', () => {
    const ring = 'pub struct Ring<T> { head: *mut T }\n';
    const [free] = confidences('unsafe_send_sync', `${ring}unsafe impl<T> Send for Ring<T> {}`);
    const [bound] = confidences(
      'unsafe_send_sync',
      `${ring}unsafe impl<T: Send> Send for Ring<T> {}`,
    );
    expect(free).toBeGreaterThanOrEqual(0.7);
    expect(bound).toBeLessThan(0.5);
  });
});

test('rule ids are unique', () => {
  const ids = RUST_RULES.map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('checkRust', () => {
  const bad = RUST_RULES.flatMap((rule) => rule.examples.bad);

  test('gives the same hits on each run', () => {
    for (const example of bad) expect(hitsIn(example)).toEqual(hitsIn(example));
  });

  test('lowers hits in tests below a finding', () => {
    for (const example of bad) {
      const inModule = `#[cfg(test)]\nmod tests {\n${example}\n}`;
      for (const hit of hitsIn(inModule)) {
        if (hit.function !== '') expect(hit.confidence).toBeLessThan(0.5);
      }
      for (const hit of hitsIn(example, 'tests/all.rs')) expect(hit.confidence).toBeLessThan(0.5);
    }
  });

  test('survives truncated programs, with hits inside the text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bad), fc.nat(), fc.nat(), (example, from, length) => {
        const start = from % example.length;
        const text = example.slice(0, start) + example.slice(start + (length % 20));
        inside(text);
        inside(example.slice(0, start));
      }),
      { numRuns: 300 },
    );
  });

  test('survives token soup, with hits inside the text', () => {
    const token = fc.constantFrom(
      ...'fn unsafe { } ( ) [ ] let mut x y = ; , . :: unwrap as u8 u64 * & match if else for in while'.split(
        ' ',
      ),
      ...'loop => => return await async move | || ? ! format! "{x}" "sh" 0 1 .. impl struct use'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 80 }), (tokens) => {
        inside(tokens.join(' '));
        inside(`fn f(x: &str) { ${tokens.join(' ')} }`);
      }),
      { numRuns: 300 },
    );
  });

  function inside(text: string): void {
    const lines = text.split('\n');
    for (const { location, confidence } of hitsIn(text)) {
      expect(confidence).toBeGreaterThanOrEqual(0.4);
      expect(confidence).toBeLessThanOrEqual(0.95);
      expect(location.endLine).toBeLessThanOrEqual(lines.length);
      expect(location.column).toBeLessThanOrEqual((lines[location.line - 1]?.length ?? 0) + 1);
      expect(location.endColumn).toBeLessThanOrEqual(
        (lines[location.endLine - 1]?.length ?? 0) + 1,
      );
    }
  }
});
