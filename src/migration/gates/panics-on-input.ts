import { type Crate, type CrateFile, deliveredFunctions } from '../../code/rust/crate/crate.ts';
import { fromParameters } from '../../code/rust/crate/from-parameters.ts';
import type { RustFunction } from '../../code/rust/items/items.ts';
import { childOf, descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import { type GateLocation, type GateResult, resultOfFaults } from './gate-result.ts';

const UNWRAPS = /^(?:unwrap|expect|unwrap_err|expect_err|unwrap_unchecked)$/;
const MACROS = /^(?:panic|unreachable|todo|unimplemented|assert(?:_eq|_ne)?)$/;
/** Calls that give what fails only when another thread has panicked, or memory is gone. */
const LOCKS = /^(?:lock|read|write|get_mut|into_inner|join|borrow|borrow_mut)$/;

/**
 * Fails `unwrap` and `expect` on what comes from parameters, and the ways to write the same: a
 * `match`, a `let … else` or a closure that panics. Lists what else an input may end: indexing,
 * slicing, `panic!`.
 * @param maxOthers how many of those there may be
 */
export function panicsOnInput(crate: Crate, maxOthers = Number.POSITIVE_INFINITY): GateResult {
  const faults: GateLocation[] = [];
  const others: GateLocation[] = [];
  for (const { file, fn } of deliveredFunctions(crate)) {
    const depends = fromParameters(file, fn);
    for (const node of ownNodes(fn)) {
      const place = (what: string): GateLocation => ({
        file: file.path,
        line: file.tree.location(node).line,
        what: `${what} in ${fn.name}`,
      });
      const unwrapped = unwrapOf(file, node) ?? disguisedUnwrap(file, node);
      if (unwrapped !== undefined) {
        if (depends(unwrapped) && !neverFails(file, unwrapped)) {
          faults.push(place(`\`${short(file, node)}\` panics on some inputs`));
        }
        continue;
      }
      const what = otherPanic(file, node);
      if (what !== undefined && depends(node)) others.push(place(what));
    }
  }
  const rest =
    others.length === 0
      ? 'no input makes it panic that the text shows'
      : `${others.length} places may panic on some inputs`;
  if (others.length > maxOthers) {
    faults.push({ file: '', line: 0, what: `${rest}; ${maxOthers} are allowed` });
  }
  const result = resultOfFaults('panics on input', faults, rest);
  return { ...result, where: [...faults, ...others] };
}

/** The nodes of a function without those of functions within. */
function ownNodes(fn: RustFunction): SyntaxNode[] {
  const inner = descendants(fn.body).filter(({ type }) => type === 'function_item');
  return descendants(fn.body).filter(
    (node) => !inner.some(({ start, end }) => start <= node.start && node.end <= end),
  );
}

/** What is unwrapped by a call: `x` of `x.unwrap()` and of `Option::unwrap(x)`, in macros too. */
function unwrapOf(file: CrateFile, node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'call_expression') {
    const callee = childOf(node, 'function');
    const name =
      callee === undefined ? undefined : (childOf(callee, 'field') ?? childOf(callee, 'name'));
    if (callee === undefined || name === undefined || !UNWRAPS.test(file.tree.textOf(name)))
      return undefined;
    const given = childOf(node, 'arguments')?.children.filter((child) => child.named) ?? [];
    const receiver = childOf(callee, 'value');
    // A method of the crate may be called so, too: with other arguments, or on `self`, which is no `Option`.
    const own = /^expect/.test(file.tree.textOf(name)) ? 1 : 0;
    if (given.length !== (receiver === undefined ? own + 1 : own)) return undefined;
    return receiver?.type === 'self' ? undefined : (receiver ?? given[0]);
  }
  const { parent } = node;
  if (node.type !== 'identifier' || parent?.type !== 'token_tree') return undefined;
  if (!UNWRAPS.test(file.tree.textOf(node))) return undefined;
  const siblings = parent.children;
  const at = siblings.indexOf(node);
  return siblings[at - 1]?.type === '.' ? chainBefore(siblings, at - 1) : undefined;
}

/** The tokens before a dot that belong to its receiver, as one stretch. */
function chainBefore(siblings: readonly SyntaxNode[], dot: number): SyntaxNode | undefined {
  let at = dot - 1;
  while (
    at > 0 &&
    /^(?:\.|::|token_tree|field_identifier|\?|self|!|identifier)$/.test(
      siblings[at - 1]?.type ?? '',
    )
  ) {
    at -= 1;
  }
  const [first, last] = [siblings[at], siblings[dot - 1]];
  if (first === undefined || last === undefined) return undefined;
  return { ...first, end: last.end, children: siblings.slice(at, dot) };
}

/** What a `match`, `let … else` or `unwrap_or_else` looks at, when the way without a value only panics. */
function disguisedUnwrap(file: CrateFile, node: SyntaxNode): SyntaxNode | undefined {
  const panics = (body: SyntaxNode | undefined): boolean =>
    body !== undefined &&
    /^[{\s]*(?:return\s+)?(?:std::|core::)?(?:panic|unreachable|todo|unimplemented)!/.test(
      file.tree.textOf(body),
    );
  if (node.type === 'let_declaration') {
    return panics(childOf(node, 'alternative')) ? childOf(node, 'value') : undefined;
  }
  if (node.type === 'match_expression') {
    const arms = childOf(node, 'body')?.children ?? [];
    const isUnwrap = arms.some((arm) => {
      const pattern = childOf(arm, 'pattern');
      const isMissing = pattern !== undefined && /^(?:None|Err\b)/.test(file.tree.textOf(pattern));
      return isMissing && panics(childOf(arm, 'value'));
    });
    return isUnwrap ? childOf(node, 'value') : undefined;
  }
  if (node.type !== 'call_expression') return undefined;
  const callee = childOf(node, 'function');
  const name = callee === undefined ? undefined : childOf(callee, 'field');
  if (callee === undefined || name === undefined) return undefined;
  if (!/^(?:unwrap_or_else|ok_or_else|map_or_else)$/.test(file.tree.textOf(name))) return undefined;
  const closure = childOf(node, 'arguments')?.children[0];
  return closure?.type === 'closure_expression' && panics(childOf(closure, 'body'))
    ? childOf(callee, 'value')
    : undefined;
}

/** A lock, or an array made of a slice of a length that the text gives: `x[i..i + 4].try_into()`. */
function neverFails(file: CrateFile, value: SyntaxNode): boolean {
  const text = file.tree.textOf(value);
  const method = /\.(\w+)\(\s*\)$/.exec(text)?.[1];
  if (method !== undefined && LOCKS.test(method))
    return /lock\(\)|read\(\)|write\(\)|join\(\)|into_inner\(\)/.test(text);
  const range = /\[([^\][]*)\.\.(=?)([^\][]*)\]\s*\.try_into\(\)$/.exec(text);
  if (range === null) return false;
  const [from, to] = [(range[1] ?? '').trim(), (range[3] ?? '').trim()];
  const isLiteral = (one: string) => one === '' || /^\d+$/.test(one);
  return (
    to !== '' &&
    ((isLiteral(from) && isLiteral(to)) ||
      (from !== '' && new RegExp(`^${escaped(from)}\\s*\\+\\s*\\d+$`).test(to)))
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function otherPanic(file: CrateFile, node: SyntaxNode): string | undefined {
  if (node.type === 'index_expression') {
    const isSlice = node.children.some(({ type }) => type === 'range_expression');
    const index = node.children.findLast((child) => child.named);
    if (!isSlice && index?.type === 'integer_literal') return undefined;
    return `${isSlice ? 'slicing' : 'indexing'} \`${short(file, node)}\``;
  }
  if (node.type !== 'macro_invocation') return undefined;
  const macro = childOf(node, 'macro');
  return macro !== undefined && MACROS.test(file.tree.textOf(macro))
    ? `\`${short(file, node)}\``
    : undefined;
}

function short(file: CrateFile, node: SyntaxNode): string {
  const text = file.tree.textOf(node).replace(/\s+/g, ' ');
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
