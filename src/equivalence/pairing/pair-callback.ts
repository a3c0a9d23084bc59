import { createHash } from 'node:crypto';
import type { ClangCType } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import { behindReference, type RustApiType, type RustCallback } from '../rust-api/rust-type.ts';
import { callbackAnswer } from './callback-answer.ts';
import { isChangeable, isChanged } from './callback-changes.ts';
import type { CallbackFacts } from './callback-facts.ts';
import { callbackScriptShape } from './callback-shapes.ts';
import { heldValue } from './held-value.ts';
import type { CallbackArgument, CallbackPair } from './pair.ts';

type CFunctionType = Extract<ClangCType, { kind: 'function' }>;

/**
 * What a C function type and code of the caller in Rust have in common: what both are given, and what
 * both give back.
 * @throws NotComparable when a part of one has nothing in the other
 */
export function pairCallback(
  c: CFunctionType,
  rust: RustCallback,
  facts: CallbackFacts,
): CallbackPair {
  const { name, place, role } = facts;
  if (c.isVariadic) throw new NotComparable(`${name} takes a variable number of arguments`);
  const { context, given: aligned } = alignArguments(c, rust, facts);
  const isSilent = c.returns.kind === 'void' && rust.returns.kind === 'unit';
  const given = aligned.map((argument) => (isSilent ? changedInPlace(argument) : argument));
  const answer = callbackAnswer(c, rust.returns, given, facts);
  const isCompared = answer.kind !== 'order' && role?.calls !== 'ignored';
  const same = { rust, arguments: given, answer, isCompared };
  const id = digest({ params: c.params, returns: c.returns, context, ...same });
  const own = { params: c.params, returns: c.returns, context, place };
  const changes = given.some(isChanged);
  if (changes && (answer.kind === 'order' || answer.kind === 'filled')) {
    throw new NotComparable(`${name} may change what it is given beside what it fills or compares`);
  }
  const script = callbackScriptShape(answer, changes);
  return { kind: 'callback', id, name, c: own, ...same, script, holder: facts.holder };
}

/** Memory that a callback gives nothing back about is not filled, but changed. */
function changedInPlace(argument: CallbackArgument): CallbackArgument {
  if (argument.kind !== 'room' || argument.pair.of.kind !== 'integer') return argument;
  return { ...argument, kind: 'elements', isChanged: true };
}

function digest(same: object): string {
  const text = JSON.stringify(same, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Which C parameter is the context, and what of the others each Rust parameter is. */
function alignArguments(
  { params }: CFunctionType,
  rust: RustCallback,
  facts: CallbackFacts,
): { context: number | undefined; given: readonly CallbackArgument[] } {
  const pointers = [...params.keys()].filter((at) => {
    const type = params[at];
    return type?.kind === 'pointer' && type.to.kind === 'void';
  });
  const { contextAt } = facts;
  const shown = pointers.filter((at) => at === contextAt);
  const last = [...shown, ...pointers.reverse().filter((at) => at !== contextAt)];
  const own = [...params.keys()].filter((at) => isOwner(params[at], facts));
  const candidates = facts.hasContext ? [...last, undefined, ...own] : [undefined, ...own, ...last];
  let problem: NotComparable | undefined;
  for (const context of candidates) {
    try {
      const isOwn = context !== undefined && own.includes(context);
      const given = argumentsOf(params, rust, context, facts);
      // The address of the record that has the function: it is no context, which is known by another address.
      return { context: isOwn ? undefined : context, given };
    } catch (thrown) {
      if (!(thrown instanceof NotComparable)) throw thrown;
      problem ??= thrown;
    }
  }
  throw problem ?? new NotComparable(`${facts.name} cannot be called`);
}

/** Whether a parameter is the address of the record that has the function. */
function isOwner(type: ClangCType | undefined, { place }: CallbackFacts): boolean {
  const owner = place.kind === 'field' ? place.owner : undefined;
  return type?.kind === 'pointer' && type.to.kind === 'record' && type.to.id === owner;
}

function argumentsOf(
  params: readonly ClangCType[],
  rust: RustCallback,
  context: number | undefined,
  facts: CallbackFacts,
): CallbackArgument[] {
  const left = [...params.entries()].filter(([at]) => at !== context);
  const alignedArguments = rust.params.map((type, at): CallbackArgument => {
    const [found, next] = left;
    if (found === undefined) throw argumentCountError(params, rust, facts);
    left.shift();
    const hasMore = left.length > rust.params.length - at - 1;
    const length = hasMore && next?.[1].kind === 'integer' ? next[0] : undefined;
    const argument = argumentOf(found, type, length, facts);
    if ('length' in argument && argument.length === length) left.shift();
    return argument;
  });
  if (left.length > 0) throw argumentCountError(params, rust, facts);
  return alignedArguments;
}

function argumentCountError(
  params: readonly ClangCType[],
  rust: RustCallback,
  { name }: CallbackFacts,
): NotComparable {
  return new NotComparable(
    `${name} is called with ${params.length} arguments in C, and with ${rust.params.length} in Rust`,
  );
}

/** @param length which C parameter may be the length of this one */
function argumentOf(
  [at, c]: readonly [number, ClangCType],
  rust: RustApiType,
  length: number | undefined,
  facts: CallbackFacts,
): CallbackArgument {
  const { name, definitions, pairOf, listPair } = facts;
  if (c.kind !== 'pointer') return { kind: 'value', c: at, pair: pairOf(c, rust) };
  const isNullable = rust.kind === 'option';
  const reference = isNullable ? rust.of : rust;
  const inner = behindReference(reference);
  if (inner.kind === 'item' && inner.path === definitions.handle) return { kind: 'object', c: at };
  if (['slice', 'vec', 'str', 'string'].includes(inner.kind)) {
    if (isNullable) throw new NotComparable(`${name} is given elements that may be missing`);
    const pair = listPair(c.to, inner);
    if (reference.kind === 'reference' && reference.mutable && !c.isConst) {
      if (length !== undefined) return { kind: 'room', c: at, pair, length };
      throw new NotComparable(`nothing tells how much room ${name} is given`);
    }
    const isText = length === undefined && c.to.kind === 'integer' && c.to.bits === 8;
    if (length === undefined && !isText)
      throw new NotComparable(`nothing tells how many elements ${name} is given`);
    return { kind: 'elements', c: at, pair: { ...pair, isText }, length: length ?? 'nul' };
  }
  const to: ClangCType = c.to.kind === 'void' ? scalarOf(inner) : c.to;
  const within = heldValue(to, inner, facts);
  const pair = within?.pair ?? pairOf(to, inner);
  const own = within === undefined ? {} : { held: within.held };
  if (reference.kind !== 'reference' || !reference.mutable) {
    return { kind: 'one', c: at, pair, isNullable, ...own };
  }
  if (!isChangeable(pair) || c.isConst) {
    throw new NotComparable(
      `${name} may change what it is given, which is only tried where that has numbers of a fixed count`,
    );
  }
  return { kind: 'one', c: at, pair, isNullable, isChanged: true, ...own };
}

/** What `const void *` points at, where Rust has a number there. */
function scalarOf(rust: RustApiType): ClangCType {
  if (rust.kind === 'integer') return { ...rust, isCharacter: false };
  if (rust.kind === 'float') return rust;
  if (rust.kind === 'array') return { kind: 'array', of: scalarOf(rust.of), length: rust.length };
  return rust.kind === 'boolean' ? { kind: 'boolean' } : { kind: 'void' };
}
