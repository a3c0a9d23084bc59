import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import { attributesOf } from './attributes.ts';
import { type Crate, type CrateFile, runsInTests } from './crate.ts';
import { deadCodeIn } from './dead-code.ts';

/** A test that `cargo test` runs. */
export interface RustTest {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Its text without white space and comments. */
  readonly text: string;
  readonly isIgnored: boolean;
  readonly shouldPanic: boolean;
  /** Assertions that can fail, without white space. */
  readonly assertions: readonly string[];
}

/** The tests of a crate that are built and run; those that a feature hides, or no `mod` leads to, are none. */
export function testsOf(crate: Crate): RustTest[] {
  return crate.files.flatMap((file) =>
    file.functions
      .filter(
        (fn) => fn.attributes.some(isTest) && runsInTests(file, fn.node) && !isNested(fn.node),
      )
      .map((fn): RustTest => {
        const attributes = attributesOf(file.tree, fn.node).map(({ text }) => text);
        return {
          name: fn.name,
          file: file.path,
          line: file.tree.location(fn.node).line,
          text: withoutSpace(file, fn.node),
          isIgnored: attributes.some((text) => /^ignore\b/.test(text)),
          shouldPanic: attributes.some((text) => /^should_panic\b/.test(text)),
          assertions: assertionsIn(file, fn.body),
        };
      }),
  );
}

/** Within another function, where the test harness does not find it. */
function isNested(node: SyntaxNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (at.type === 'function_item' || at.type === 'impl_item') return true;
  }
  return false;
}

function isTest(attribute: string): boolean {
  return /^(?:\w+::)*(?:test|rstest|test_case)\b/.test(attribute);
}

/** The text of a node without white space outside of strings, and without comments. */
export function withoutSpace(file: CrateFile, node: SyntaxNode): string {
  const { tree } = file;
  const kept = descendants(node).filter(({ type }) =>
    /^(?:raw_)?string_literal$|^char_literal$/.test(type),
  );
  const comments = tree.comments.filter(({ start, end }) => start >= node.start && end <= node.end);
  const pieces = [
    ...kept.map((one) => ({ one, isKept: true })),
    ...comments.map((one) => ({ one, isKept: false })),
  ].sort((a, b) => a.one.start - b.one.start);
  let text = '';
  let at = node.start;
  for (const { one, isKept } of pieces) {
    if (one.start < at) continue;
    text += squeezed(tree.text.slice(at, one.start));
    if (isKept) text += tree.textOf(one);
    at = one.end;
  }
  return `${text}${squeezed(tree.text.slice(at, node.end))}`.replace(/,([)\]}])/g, '$1');
}

function squeezed(text: string): string {
  return text.replace(/(\w)\s+(?=\w)/g, '$1 ').replace(/(?<!\w) | (?!\w)|[\t\n\r]/g, '');
}

/** What a test asserts where it can be reached, and where it can fail. */
function assertionsIn(file: CrateFile, body: SyntaxNode): string[] {
  const dead = deadCodeIn(file.tree, body);
  const found: string[] = [];
  for (const node of descendants(body)) {
    if (dead.some(({ start, end }) => start <= node.start && node.end <= end)) continue;
    const macro = node.type === 'macro_invocation' ? childOf(node, 'macro') : undefined;
    if (macro === undefined) continue;
    const name = file.tree.textOf(macro);
    if (!/^(?:\w+::)*(?:(?:debug_|prop_)?assert\w*|panic|unreachable)$/.test(name)) continue;
    const text = withoutSpace(file, node);
    if (!alwaysHolds(text)) found.push(text);
  }
  return found;
}

/** `assert!(true)`, `assert_eq!(x, x)`, `assert!(x == x)`, `assert!(… || true)`. */
function alwaysHolds(assertion: string): boolean {
  const inner = /^[\w:]+!\(([\s\S]*)\)$/.exec(assertion)?.[1];
  if (inner === undefined) return false;
  const parts = topLevel(inner, ',');
  const isEquality = /^(?:\w+::)*(?:debug_|prop_)?assert_eq!/.test(assertion);
  if (isEquality) {
    return parts.length >= 2 && bare(parts[0] ?? '') === bare(parts[1] ?? '');
  }
  if (/^(?:\w+::)*(?:debug_|prop_)?assert_ne!/.test(assertion)) {
    return parts.slice(0, 2).every(isConstant);
  }
  if (!/^(?:\w+::)*(?:debug_|prop_)?assert!/.test(assertion)) return false;
  return isTrue(parts[0] ?? '');
}

function isTrue(condition: string): boolean {
  const text = bare(condition);
  if (text === 'true' || text === '!false') return true;
  const alternatives = topLevel(text, '||');
  if (alternatives.length > 1) {
    return alternatives.some(
      (one) => isTrue(one) || alternatives.some((other) => bare(other) === `!${bare(one)}`),
    );
  }
  for (const operator of ['==', '<=', '>=']) {
    const sides = topLevel(text, operator);
    if (sides.length === 2 && bare(sides[0] ?? '') === bare(sides[1] ?? '')) return true;
  }
  return /\.len\(\)>=0$|>=0(?:usize|u\d+)$/.test(text);
}

function isConstant(text: string): boolean {
  return /^(?:-?\d[\w.]*|true|false|"[^"]*")$/.test(bare(text));
}

function bare(text: string): string {
  let inner = text.replace(/^&+/, '');
  while (inner.startsWith('(') && inner.endsWith(')') && topLevel(inner, ',').length === 1) {
    const without = inner.slice(1, -1);
    if (!isBalanced(without)) break;
    inner = without.replace(/^&+/, '');
  }
  return inner;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Splits where the separator stands in no brackets and no string. */
function topLevel(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '"' && text[at - 1] !== '\\') inString = !inString;
    if (inString) continue;
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    if (depth > 0 || !text.startsWith(separator, at)) continue;
    parts.push(text.slice(start, at));
    at += separator.length - 1;
    start = at + 1;
  }
  const last = text.slice(start);
  return last === '' ? parts : [...parts, last];
}
