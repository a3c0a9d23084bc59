import type { CallModel } from './call-model.ts';

const raw = (arg: number, size: CallModel['writes']): CallModel => ({
  result: { kind: 'pointer', nullable: false },
  ...(size === undefined ? {} : { writes: size }),
  nonNull: [arg],
});

/** Algorithms of C++ on plain pointers; with iterators of containers nothing is known of how far they go. */
export const ALGORITHMS: Readonly<Record<string, CallModel>> = {
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
/** Which of their arguments are pointers. */
export const ALGORITHM_POINTERS: Readonly<Record<string, readonly number[]>> = {
  copy: [0, 1, 2],
  move: [0, 1, 2],
  copy_n: [0, 2],
  fill: [0, 1],
  fill_n: [0],
};

/** Where what a stream of C++ gives comes from. */
type StreamSource = 'stdin' | 'file';

const line = (taint: StreamSource): CallModel => ({
  writes: [{ arg: 0, size: { arg: 1 }, terminated: 'yes', taint }],
  nonNull: [0],
});
const block = (taint: StreamSource): CallModel => ({
  writes: [{ arg: 0, size: { arg: 1 }, terminated: 'no', taint }],
  nonNull: [0],
});

/** What is known of a method of a stream that fills an array. */
export function streamModel(name: string, source: StreamSource): CallModel | undefined {
  if (name === 'read' || name === 'readsome') return block(source);
  return name === 'getline' || name === 'get' ? line(source) : undefined;
}
