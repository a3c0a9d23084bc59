import type { CallModel } from './call-model.ts';

const copy = (dst: number, src: number, count: number): CallModel => ({
  result: { kind: 'argument', arg: dst },
  writes: [{ arg: dst, size: { arg: count }, from: src, terminated: 'no' }],
  reads: [{ arg: src, size: { arg: count } }],
  nonNull: [dst, src],
});

/** What copies, fills and compares raw memory. */
export const MEMORY: Readonly<Record<string, CallModel>> = {
  memcpy: copy(0, 1, 2),
  memmove: copy(0, 1, 2),
  mempcpy: { ...copy(0, 1, 2), result: { kind: 'within', arg: 0, nullable: false } },
  wmemcpy: { ...copy(0, 1, 2) },
  bcopy: { ...copy(1, 0, 2), result: { kind: 'integer' } },
  memset: {
    result: { kind: 'argument', arg: 0 },
    writes: [{ arg: 0, size: { arg: 2 }, terminated: 'no' }],
    nonNull: [0],
  },
  explicit_bzero: { writes: [{ arg: 0, size: { arg: 1 }, terminated: 'no' }], nonNull: [0] },
  bzero: { writes: [{ arg: 0, size: { arg: 1 }, terminated: 'no' }], nonNull: [0] },
  memcmp: {
    result: { kind: 'integer' },
    reads: [
      { arg: 0, size: { arg: 2 } },
      { arg: 1, size: { arg: 2 } },
    ],
    nonNull: [0, 1],
  },
  memrchr: {
    result: { kind: 'within', arg: 0, nullable: true },
    reads: [{ arg: 0, size: { arg: 2 } }],
    nonNull: [0],
  },
  memmem: {
    result: { kind: 'within', arg: 0, nullable: true },
    reads: [
      { arg: 0, size: { arg: 1 } },
      { arg: 2, size: { arg: 3 } },
    ],
    nonNull: [0, 2],
  },
  bsearch: {
    result: { kind: 'within', arg: 1, nullable: true },
    reads: [{ arg: 1, size: { arg: 2, times: 3 } }],
    nonNull: [0],
  },
  memchr: {
    result: { kind: 'within', arg: 0, nullable: true },
    reads: [{ arg: 0, size: { arg: 2 } }],
    nonNull: [0],
  },
};
