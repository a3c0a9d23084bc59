import type { CallModel } from './call-model.ts';

const allocation = (size: { arg?: number; times?: number }, more: object = {}): CallModel => ({
  result: { kind: 'allocation', family: 'malloc', size, failure: 'null', ...more },
  failure: 'null',
});

const copy = (dst: number, src: number, count: number): CallModel => ({
  result: { kind: 'argument', arg: dst },
  writes: [{ arg: dst, size: { arg: count }, from: src, terminated: 'no' }],
  reads: [{ arg: src, size: { arg: count } }],
  nonNull: [dst, src],
});

/** Allocation, release and raw memory. */
export const MEMORY: Readonly<Record<string, CallModel>> = {
  malloc: allocation({ arg: 0 }),
  valloc: allocation({ arg: 0 }),
  calloc: allocation({ arg: 0, times: 1 }, { zeroed: true }),
  realloc: { ...allocation({ arg: 1 }), releases: 0, family: 'malloc' },
  reallocf: { ...allocation({ arg: 1 }), releases: 0, family: 'malloc' },
  reallocarray: { ...allocation({ arg: 1, times: 2 }), releases: 0, family: 'malloc' },
  aligned_alloc: allocation({ arg: 1 }),
  memalign: allocation({ arg: 1 }),
  xmalloc: { result: { kind: 'allocation', family: 'malloc', size: { arg: 0 }, failure: 'never' } },
  xcalloc: {
    result: {
      kind: 'allocation',
      family: 'malloc',
      size: { arg: 0, times: 1 },
      failure: 'never',
      zeroed: true,
    },
  },
  xrealloc: {
    result: { kind: 'allocation', family: 'malloc', size: { arg: 1 }, failure: 'never' },
    releases: 0,
    family: 'malloc',
  },
  xstrdup: {
    result: {
      kind: 'allocation',
      family: 'malloc',
      size: { text: 0 },
      failure: 'never',
      copies: 0,
    },
    nonNull: [0],
  },
  alloca: { result: { kind: 'pointer', nullable: false } },
  __builtin_alloca: { result: { kind: 'pointer', nullable: false } },
  free: { releases: 0, family: 'malloc' },
  cfree: { releases: 0, family: 'malloc' },
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
  memchr: {
    result: { kind: 'within', arg: 0, nullable: true },
    reads: [{ arg: 0, size: { arg: 2 } }],
    nonNull: [0],
  },
  mmap: { result: { kind: 'allocation', family: 'mapping', size: { arg: 1 }, failure: 'never' } },
  munmap: { releases: 0, family: 'mapping' },
};
