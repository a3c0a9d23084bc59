import type { ClangFunction } from '../../code/clang/unit.ts';
import { NotComparable } from '../not-comparable.ts';
import { callbacksIn, withoutFunctions } from '../pairing/callback-shapes.ts';
import { withoutStreams } from '../pairing/pair-contents.ts';
import { shapeOf } from '../pairing/shape-of-pair.ts';
import { cArgumentVariable } from '../plan/c-variables.ts';
import type { CArgument, Output, RustArgument } from '../plan/comparison-plan.ts';
import { behindReference, movedPart, type RustApiType } from '../rust-api/rust-type.ts';

/** What a pointer points at after the call, unless neither side may write there. */
export function writtenBackOutput(
  f: ClangFunction,
  arguments_: readonly CArgument[],
  { from, type, pair, isPart }: RustArgument,
  at: number,
): Output | undefined {
  // Of a record that Rust is given in parts it changes none.
  if (isPart === true) return undefined;
  if (pair?.kind === 'stream' || (pair?.kind === 'list' && pair.only !== undefined))
    return undefined;
  const argument = arguments_.find(({ name }) => name === from);
  const param = f.params.find(({ name }, index) => (name || `arg${index}`) === from);
  if (argument === undefined || param === undefined || pair === undefined) return undefined;
  // A record that C has by value leads to memory that it may change.
  const isList = argument.kind === 'value' && pair.kind === 'record' && pair.isBare === true;
  if (argument.kind !== 'one' && argument.kind !== 'elements' && !isList) return undefined;
  if (pair.kind === 'callback') return undefined;
  const isConst = param.type.kind === 'pointer' && param.type.isConst;
  const option = type.kind === 'option' ? type.of : type;
  const isMutable = option.kind === 'reference' && option.mutable;
  // Programs may put their arguments into another order.
  if (pair.kind === 'list' && pair.of.kind === 'list' && !isMutable) return undefined;
  if (isConst && !isMutable) return undefined;
  if (pair.kind !== 'record' && callbacksIn(pair).length > 0) {
    throw new NotComparable(`what becomes of the functions in ${from} is not seen`);
  }
  const isKept = option.kind === 'reference' || pair.kind === 'integer' || pair.kind === 'float';
  if (!isKept) return undefined;
  const variable = cArgumentVariable(from);
  if (isList && !isMutable) return undefined;
  const isBehind = argument.kind === 'elements' && argument.isBehind === true;
  // Where a pointer is that the C has moved along a list, the result tells, or what Rust has left of it.
  if (isBehind && argument.isGrowing !== true) {
    const first = cArgumentVariable(`${from}_first`);
    const length = `(${first}_count - (*${variable} - ${first}))`;
    return movedPart(type) === undefined
      ? undefined
      : {
          slot: { name: from, shape: shapeOf(pair) },
          pair,
          c: { value: `(*${variable})`, when: undefined, length, destination: { kind: 'value' } },
          rust: at,
        };
  }
  const left = withoutFunctions(withoutStreams(pair), from);
  const shape = shapeOf(left);
  const isNullable = argument.kind !== 'value' && argument.isNullable;
  return {
    slot: { name: from, shape: isNullable ? { kind: 'nullable', of: shape } : shape },
    pair: left,
    c: {
      value: argument.kind === 'one' || isBehind ? `(*${variable})` : variable,
      when: isNullable ? `${variable} != 0` : undefined,
      length: pair.kind === 'list' ? lengthAfter(argument, option, arguments_) : undefined,
      destination: { kind: 'value' },
    },
    rust: at,
  };
}

/**
 * How many elements a list has after the call: as many as before, unless the C may tell another number. A text that Rust
 * may make shorter ends at its terminator.
 */
function lengthAfter(argument: CArgument, rust: RustApiType, all: readonly CArgument[]): string {
  const { name } = argument;
  const isBehind = argument.kind === 'elements' && argument.isBehind === true;
  const told = all.find(
    (one) => one.kind === 'length' && one.of === name && one.isPointer && one.isRoom !== true,
  );
  if (isBehind && told !== undefined) return `*${cArgumentVariable(told.name)}`;
  const isOwned = ['string', 'path', 'vec'].includes(behindReference(rust).kind);
  const isText = argument.kind === 'elements' && argument.isText === true;
  return isText && isOwned && !isBehind ? 'nul' : `${cArgumentVariable(name)}_count`;
}
