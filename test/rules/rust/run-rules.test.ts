import { expect, test } from '@jest/globals';
import { analyseRustFile } from '../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { RUST_RULES } from '../../../src/rules/rust/index.ts';
import { measuredHit } from '../../../src/rules/rust/measured-hit.ts';
import { runRustRules } from '../../../src/rules/rust/run-rules.ts';

const parser = await loadGrammars().parser('rust');

function hitOf(rule: string, text: string, path = 'src/lib.rs') {
  const facts = analyseRustFile(parseSyntax(parser, text), path);
  const rules = RUST_RULES.filter(({ id }) => id === rule);
  expect(rules).toHaveLength(1);
  const [hit, ...more] = runRustRules(facts, rules);
  if (hit === undefined || more.length > 0) throw new Error(`${rule} has ${more.length} more hits`);
  return hit;
}

const COMMAND = (value: string) => `use std::process::Command;
fn f() {
    let name = std::env::args().nth(1).unwrap();
    let text = ${value};
    Command::new("sh").arg("-c").arg(text).spawn();
}`;

test('a rule that judges values tells what was assumed of them, and its confidence is what was judged', () => {
  const seen = hitOf('rust_command_injection', COMMAND('format!("ls {name}")'));
  const hidden = hitOf('rust_command_injection', COMMAND('made!(format!("ls {name}"))'));
  expect(seen.basis).toEqual({ event: 'shape', doubts: [], witnessed: false });
  expect(hidden.basis.doubts).toContain('opaque-macro');
});

test('a rule that judges the shape of code has no doubts of values', () => {
  const shape = hitOf(
    'mem_forget_leak',
    'fn f() { let a: Box<u8> = other(); std::mem::forget(a); }',
  );
  expect(shape.basis.doubts).toEqual([]);
});

test('no sample says that what was assumed makes a hit for Rust less sure', () => {
  const hit = hitOf('rust_command_injection', COMMAND('format!("ls {name}")'));
  const { basis } = hit;
  const doubted = measuredHit({ ...hit, basis: { ...basis, doubts: ['unknown-type', 'loop'] } });
  const { confidence, inNewCode } = measuredHit(hit);
  expect({ confidence: doubted.confidence, inNewCode: doubted.inNewCode }).toEqual({
    confidence,
    inNewCode,
  });
  expect(doubted.basis.doubts).toEqual(['unknown-type', 'loop']);
});

test('in tests what is sure is a place to look at, and what is not is nothing', () => {
  const command = COMMAND('format!("ls {name}")');
  expect(hitOf('rust_command_injection', command).confidence).toBeGreaterThanOrEqual(0.7);
  expect(hitOf('rust_command_injection', command, 'tests/run.rs').confidence).toBe(0.4);
  const shape = 'fn f() { let a: Box<u8> = other(); std::mem::forget(a); }';
  expect(hitOf('mem_forget_leak', shape).confidence).toBeLessThan(0.7);
  expect(() => hitOf('mem_forget_leak', shape, 'tests/run.rs')).toThrow();
});
