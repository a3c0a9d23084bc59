import type { CallExpr, Expr } from '../c/ir/ast.ts';
import { type CType, isPointerLike, pointee } from '../c/ir/types.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { CallModel } from './call-model.ts';
import { libraryModelOf } from './lookup.ts';

const raw = (arg: number, size: CallModel['writes']): CallModel => ({
  result: { kind: 'pointer', nullable: false },
  ...(size === undefined ? {} : { writes: size }),
  nonNull: [arg],
});

/** Algorithms of C++ on plain pointers; with iterators of containers nothing is known of how far they go. */
const ALGORITHMS: Readonly<Record<string, CallModel>> = {
  copy: {
    ...raw(2, [{ arg: 2, size: { from: 0, to: 1, as: 2 }, from: 0, terminated: 'no' }]),
    reads: [{ arg: 0, size: { from: 0, to: 1 } }],
  },
  move: {
    ...raw(2, [{ arg: 2, size: { from: 0, to: 1, as: 2 }, from: 0, terminated: 'no' }]),
    reads: [{ arg: 0, size: { from: 0, to: 1 } }],
  },
  copy_n: {
    ...raw(2, [{ arg: 2, size: { arg: 1, as: 2 }, from: 0, terminated: 'no' }]),
    reads: [{ arg: 0, size: { arg: 1, as: 0 } }],
  },
  fill: raw(0, [{ arg: 0, size: { from: 0, to: 1 }, terminated: 'no' }]),
  fill_n: raw(0, [{ arg: 0, size: { arg: 1, as: 0 }, terminated: 'no' }]),
};
/** How many arguments they have at least, and which of those are pointers. */
const POINTERS: Readonly<Record<string, readonly number[]>> = {
  copy: [0, 1, 2],
  move: [0, 1, 2],
  copy_n: [0, 2],
  fill: [0, 1],
  fill_n: [0],
};

/** Where what a stream of C++ gives comes from. */
export type StreamSource = 'stdin' | 'file';

const line = (taint: StreamSource): CallModel => ({
  writes: [{ arg: 0, size: { arg: 1 }, terminated: 'yes', taint }],
  nonNull: [0],
});
const block = (taint: StreamSource): CallModel => ({
  writes: [{ arg: 0, size: { arg: 1 }, terminated: 'no', taint }],
  nonNull: [0],
});

function streamModel(name: string, source: StreamSource): CallModel | undefined {
  if (name === 'read' || name === 'readsome') return block(source);
  return name === 'getline' || name === 'get' ? line(source) : undefined;
}

/** What is known of the library function, algorithm or method of a stream that a call names. */
export function libraryModelOfCall(call: CallExpr): CallModel | undefined {
  const { name, args, callee, receiver } = call;
  if (receiver !== undefined) {
    const source = args.length < 2 ? undefined : streamSource(receiver);
    return source === undefined || source === 'object' ? undefined : streamModel(name, source);
  }
  const pointers = POINTERS[name];
  const isStandard = callee.kind === 'name' && /^(?:::)?std::/.test(callee.name);
  if (pointers === undefined || !isStandard) return libraryModelOf(name);
  const isPlain = pointers.every((at) => {
    const type = args[at]?.type;
    return type !== undefined && isPointerLike(type);
  });
  return isPlain ? ALGORITHMS[name] : undefined;
}

/** Where what is read comes from: a known stream, or an object whose class says what its operator does. */
export function streamSource(stream: Expr): StreamSource | 'object' | undefined {
  const inner = withoutCasts(stream);
  if (inner.kind === 'binary' && inner.op === '>>') return streamSource(inner.left);
  if (inner.kind === 'name' && /^(?:std::)?w?cin$/.test(inner.name)) return 'stdin';
  const name = nameOf(inner.type);
  if (name === undefined) return undefined;
  if (/(?:^|[^a-z])(?:basic_)?w?i?f?stream\b/.test(name)) return 'file';
  return inner.type.kind === 'record' || /stream/i.test(name) ? 'object' : undefined;
}

function nameOf(type: CType): string | undefined {
  if (type.kind === 'record' || type.kind === 'unknown') return type.name;
  const to = pointee(type);
  return type.kind === 'pointer' && type.reference === true && to !== undefined
    ? nameOf(to)
    : undefined;
}
