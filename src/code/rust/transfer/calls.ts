import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { lastSegment, lastTwo, pathText } from '../items/path.ts';
import { pointee } from '../items/types.ts';
import { READS_NUMBER } from '../ranges/method-range.ts';
import { isValidator } from '../state/conditions.ts';
import type { RustCall } from '../state/events.ts';
import { CHANGES_PRESENCE, FILLING, GROWING } from '../state/known-calls.ts';
import { describeTaint, joinTaint, propagate } from '../state/taint.ts';
import {
  afterWriting,
  assumedOf,
  type Builder,
  type LockGuard,
  origins,
  type RustValue,
  truncateText,
} from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';
import { calledFunction, factsOfReturn, otherFunction, resultOf } from './call-result.ts';
import type { CallShape } from './call-shape.ts';

const DIVERGING = new Set([
  'process::exit',
  'process::abort',
  'unreachable_unchecked',
  'panic_any',
]);

/** Evaluates a call expression: receiver, arguments, effects, result. */
export function callExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const callee = childOf(node, 'function');
  const argumentNodes = (childOf(node, 'arguments')?.children ?? []).filter(
    (child) => child.named && child.type !== 'attribute_item',
  );
  const generic = callee?.type === 'generic_function' ? callee : undefined;
  const inner = generic === undefined ? callee : childOf(generic, 'function');
  const list = generic && childOf(generic, 'type_arguments');
  const typeArguments = list === undefined ? '' : walk.text(list);
  const receiverNode = inner?.type === 'field_expression' ? childOf(inner, 'value') : undefined;
  const receiver = receiverNode && walk.evaluate(receiverNode);
  let path = '';
  let name = '';
  if (inner !== undefined && receiverNode !== undefined) {
    const field = childOf(inner, 'field');
    name = field === undefined ? '' : walk.text(field);
  } else if (inner !== undefined && /identifier$/.test(inner.type)) {
    path = walk.file.imports.resolve(pathText(walk.file.tree, inner));
    name = lastSegment(path);
    walk.scopes.find(path)?.uses.push(inner);
  } else if (inner !== undefined) {
    walk.evaluate(inner);
  }
  const args = argumentNodes.map((argument) => argumentValue(walk, argument, receiver));
  return applyCall(
    walk,
    { node, path, name, receiver, arguments: args, argumentNodes, typeArguments },
    receiverNode,
  );
}

/** Closures handed to a method work on parts of its receiver. */
function argumentValue(
  walk: RustWalk,
  node: SyntaxNode,
  receiver: RustValue | undefined,
): RustValue {
  const outer = walk.closureInput;
  walk.closureInput = receiver?.taint;
  const value = walk.evaluate(node);
  walk.closureInput = outer;
  return value;
}

/** Records a call, works its effects, and gives its result. */
export function applyCall(walk: RustWalk, shape: CallShape, receiverNode?: SyntaxNode): RustValue {
  const guards = walk.guards();
  const call: RustCall = {
    ...walk.eventContext(),
    ...shape,
    isMethod: shape.receiver !== undefined,
    receiverNode,
    target: calledFunction(walk, shape),
    other: otherFunction(walk, shape),
    guards,
    result: resultOf(walk, shape),
  };
  call.result = { ...call.result, builder: builderOf(shape), guard: guardOf(walk, shape) };
  walk.events.calls.push(call);
  for (const block of walk.unsafeBlocks) block.calls.push(call);
  applyCallEffects(walk, shape, receiverNode);
  if (DIVERGING.has(lastTwo(shape.path))) walk.diverged = true;
  return call.result;
}

function applyCallEffects(
  walk: RustWalk,
  shape: CallShape,
  receiverNode: SyntaxNode | undefined,
): void {
  const { name, receiver, arguments: args, argumentNodes } = shape;
  // A division by zero that is asked for gives nothing, and the function goes on without.
  if (/^checked_(?:div|rem)\w*$/.test(name))
    walk.learn(origins(args).map((place) => ({ kind: 'nonzero', place, node: shape.node })));
  if (receiver === undefined && /^(?:drop|forget)$/.test(name)) releaseGuard(walk, shape);
  for (const [index, argument] of args.entries()) {
    const node = uncast(argumentNodes[index]);
    if (node === undefined || !/^&\s*(?:raw\s+)?mut\b/.test(walk.text(node))) continue;
    walk.kill(argument.place);
    const binding = walk.bindingAt(argument, node);
    if (binding === undefined) continue;
    walk.set(binding, afterWriting(binding.value, 'havocked'));
    const source = receiver?.taint ?? args.find((other) => other !== argument)?.taint;
    if (source === undefined || !FILLING.has(name)) continue;
    const filled = propagate(
      source,
      shape.node,
      walk.fn.name,
      `${describeTaint(source)} is read into ${binding.name}`,
    );
    walk.set(binding, {
      ...binding.value,
      taint: joinTaint(binding.value.taint, filled),
      constant: false,
      text: undefined,
    });
  }
  forgetPassed(walk, shape, receiverNode);
  if (receiver === undefined || receiverNode === undefined) return;
  if (CHANGES_PRESENCE.has(name)) walk.kill(receiver.place, ['present', 'nonempty']);
  if (!GROWING.has(name)) return;
  const binding = walk.bindingAt(receiver, receiverNode);
  if (binding === undefined) return;
  walk.kill(receiver.place, ['valid']);
  const added = args.at(-1);
  const taint = args.map((argument) => argument.taint).reduce(joinTaint, undefined);
  const { value } = binding;
  const isPath = pointee(value.type)?.name === 'PathBuf';
  const text =
    value.text === undefined
      ? undefined
      : truncateText(`${value.text}${isPath ? '/' : ''}${added?.text ?? '\0'}`);
  walk.set(binding, {
    ...value,
    text,
    constant: value.constant && (added?.constant ?? false),
    assumed: value.assumed | assumedOf(args),
    taint: joinTaint(
      value.taint,
      taint && propagate(taint, shape.node, walk.fn.name, `it is added to ${binding.name}`),
    ),
  });
}

/** A call may write to what it is given a reference to that can change it, and so may a method that borrows by itself. */
function forgetPassed(
  walk: RustWalk,
  shape: CallShape,
  receiverNode: SyntaxNode | undefined,
): void {
  const { name, receiver, arguments: args, argumentNodes } = shape;
  for (const [index, argument] of args.entries()) {
    const binding = walk.bindingAt(argument, argumentNodes[index]);
    if (binding?.type?.kind === 'reference' && binding.type.mutable)
      walk.forgetNumber(binding, 'havocked');
  }
  if (receiver === undefined || receiverNode === undefined || READS_NUMBER.test(name)) return;
  const binding = walk.bindingAt(receiver, receiverNode);
  const mayChange = binding?.mutable === true || binding?.type?.kind === 'reference';
  if (binding !== undefined && mayChange) walk.forgetNumber(binding, 'havocked');
}

/** `&mut x` of `&mut x as *mut _`. */
function uncast(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let at = node;
  while (at?.type === 'type_cast_expression') at = childOf(at, 'value');
  return at;
}

/** `drop(x)` lets go of what x guards; `forget` never does, but x is gone all the same. */
function releaseGuard(walk: RustWalk, shape: CallShape): void {
  const [argument] = shape.arguments;
  const [node] = shape.argumentNodes;
  if (argument === undefined) return;
  const binding = walk.bindingAt(argument, node);
  if (binding !== undefined) walk.set(binding, { ...binding.value, guard: undefined });
}

const BUILT =
  /(?:^|::)(?:Command::new|OpenOptions::new|File::options|Builder::new|\w*Rng::\w+|thread_rng|rng|ClientBuilder::new|Client::builder|DirBuilder::new)$/;

function builderOf(shape: CallShape): Builder | undefined {
  const { receiver } = shape;
  if (receiver === undefined) {
    if (!BUILT.test(shape.path)) return undefined;
    return { path: shape.path, node: shape.node, arguments: shape.arguments, steps: [] };
  }
  receiver.builder?.steps.push({ method: shape.name, arguments: shape.arguments });
  return receiver.builder;
}

const PASSES_GUARD = new Set(['unwrap', 'expect', 'unwrap_or_else', 'map_err', 'ok']);

function guardOf(walk: RustWalk, shape: CallShape): LockGuard | undefined {
  const { receiver, name, node } = shape;
  if (receiver === undefined) return undefined;
  if (PASSES_GUARD.has(name)) return receiver.guard;
  if (shape.arguments.length > 0) return undefined;
  const type = pointee(receiver.type);
  const asyncLock = /^(?:tokio|async_std|futures|async_lock)\b/.test(type?.path ?? '');
  const at = { place: receiver.place, node };
  switch (name) {
    case 'lock':
    case 'write':
    case 'read': {
      if (name !== 'lock' && type !== undefined && type.name !== 'RwLock') return undefined;
      if (name === 'lock' && /^Std(?:in|out|err)$/.test(type?.name ?? '')) return undefined;
      const mode = name === 'read' ? 'shared' : 'exclusive';
      return { ...at, lock: lockText(walk, node), kind: asyncLock ? 'async' : 'std', mode };
    }
    case 'borrow_mut':
    case 'borrow':
      if (type?.name !== 'RefCell') return undefined;
      return {
        ...at,
        lock: lockText(walk, node),
        kind: 'cell',
        mode: name === 'borrow' ? 'shared' : 'exclusive',
      };
    default:
      return undefined;
  }
}

/** What is locked, as written: the call without its last method. */
function lockText(walk: RustWalk, node: SyntaxNode): string {
  const text = walk.text(node);
  return text.slice(0, Math.max(0, text.lastIndexOf('.'))).trimEnd();
}

/** `validate(x)?` and `ensure_valid(x).await?` return only when x is as it must be. */
export function learnFromTry(walk: RustWalk, value: RustValue, node: SyntaxNode): void {
  const name = value.made.replace(/^.*[.:]/, '');
  if (!isValidator(name)) return;
  const last = walk.events.calls.findLast(
    (call) => call.node.start >= node.start && call.name === name,
  );
  if (last !== undefined) walk.learn(factsOfReturn(last));
}
