import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { isBoundedAbove } from './support/bounds.ts';

const MUTABLE = /^&\s*(?:'\w+\s+)?mut\b/;

export const transmuteUnchecked: RustRule = {
  id: 'transmute_unchecked',
  title: 'transmute between types that the compiler does not check',
  category: 'unsafe_rust',
  cwe: [843, 704],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: '`mem::transmute` reads the bits of one type as another. If any bit pattern of the source is not a value of the target (an enum, a reference, a `bool`, a longer lifetime), that is undefined behaviour at once. Nearly every use has a checked counterpart.',
  suggestion:
    'Use `from_ne_bytes`, `TryFrom`, `as`, `cast` or `bytemuck`, or write both types out and say in a SAFETY comment why every bit pattern is valid.',
  examples: {
    bad: [
      `fn color(code: u8) -> Color {
    unsafe { std::mem::transmute::<u8, Color>(code) } // defect
}`,
    ],
    good: [
      `fn color(code: u8) -> Option<Color> {
    match code {
        0 => Some(Color::Red),
        1 => Some(Color::Green),
        _ => None,
    }
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        if (call.isMethod || !/^transmute(?:_copy)?$/.test(call.name)) continue;
        const reasons = facts.file.comments.reasonsForSafety(call.node);
        const types = call.typeArguments;
        const [from, to] = transmuted(facts, analyzed, call);
        const mutable = MUTABLE.test(to) && from.startsWith('&') && !MUTABLE.test(from);
        const lifetimes =
          to !== '' &&
          (withoutLifetimes(from) === withoutLifetimes(to) || (types === '' && /'static/.test(to)));
        // A reference that is said to live for ever; of another type with a lifetime, less is known.
        const longer = /^&\s*'static/.test(to);
        const [value] = call.arguments;
        const checked =
          value !== undefined &&
          (isBoundedAbove(call.facts, value) || /^(?:&|%|>>)$/.test(value.made));
        const base =
          !mutable && !longer && isHarmless(from, to)
            ? 0.42
            : mutable || longer
              ? 0.85
              : lifetimes
                ? 0.58
                : types === ''
                  ? 0.7
                  : 0.65;
        report({
          node: call.node,
          in: analyzed,
          message: lifetimes
            ? `\`${quote(facts, call.node)}\` changes a lifetime, and the compiler no longer sees how long the value is there.`
            : mutable
              ? `\`${quote(facts, call.node)}\` makes a mutable reference out of other bits, which aliasing rules forbid.`
              : `\`${quote(facts, call.node)}\` reads bits as another type, and nothing checks that they are a value of it.`,
          confidence: base - (reasons ? 0.22 : 0) - (checked ? 0.15 : 0),
        });
      }
    }
  },
};

/** Numbers, bytes, lists of them and vectors of a processor: every bit pattern is a value. */
const NUMBERS =
  /^&?(?:'\w+)?(?:mut)?\[*(?:[iuf](?:8|16|32|64|128|size)|\w{0,40}(?:__m|x)\d{1,9}\w{0,40})(?:;[^\]]*)?\]*$/;

/** Whether there is no bit pattern that the target could not have, or nothing shows what it is. */
function isHarmless(from: string, to: string): boolean {
  // One function pointer differs from another, and from a raw one, in no bit.
  if (/\bfn\s*\(/.test(`${from} ${to}`) || /^\*/.test(from) || /^\*/.test(to)) return true;
  if (NUMBERS.test(to.replaceAll(/\s+/g, ''))) return true;
  // A list of zeros is what `zeroed` gives.
  if (/^\[\s*0(?:u8)?\s*;/.test(from)) return true;
  // `&str` as `&Wrapper`: mostly a type with one field and the same layout.
  if (/^(?:&|Box\s*<)/.test(from) && /^(?:&|Box\s*<)/.test(to)) return true;
  return to === '' && !from.startsWith('&');
}

/** The types that a transmute is from and to, as written; empty where the text does not show one. */
function transmuted(
  facts: RustFacts,
  analyzed: AnalysedFunction,
  call: RustCall,
): [string, string] {
  const [from, to] = typeList(call.typeArguments);
  if (from !== undefined && to !== undefined) return [from, to];
  const [node] = call.argumentNodes;
  const [value] = call.arguments;
  const text = node === undefined ? '' : facts.file.tree.textOf(node);
  const written = text.startsWith('[') ? text : (value?.type?.text ?? text);
  // `transmute_copy` is given a reference to what it reads.
  const source = call.name === 'transmute_copy' ? written.replace(/^&/, '') : written;
  let at = call.node;
  while (
    at.parent !== undefined &&
    /^(?:block|unsafe_block|expression_statement)$/.test(at.parent.type)
  ) {
    at = at.parent;
    if (at === analyzed.fn.body) return [source, analyzed.fn.returns?.text ?? ''];
  }
  return [source, analyzed.initialisedBy(at)?.type?.text ?? ''];
}

/** The members of `<A, B>` as written. */
function typeList(written: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let member = '';
  for (const char of written.replace(/^\s*(?:::)?\s*<|>\s*$/g, '')) {
    if (/[<([]/.test(char)) depth += 1;
    if (/[>)\]]/.test(char)) depth -= 1;
    if (char === ',' && depth === 0) {
      members.push(member.trim());
      member = '';
    } else member += char;
  }
  if (member.trim() !== '') members.push(member.trim());
  return members;
}

function withoutLifetimes(type: string): string {
  return type
    .replace(/\+\s*'\w+/g, '')
    .replace(/<\s*'\w+\s*>/g, '')
    .replace(/'\w+\s*,?/g, '')
    .replace(/[\s()]/g, '');
}
