import type { CallModel } from './call-model.ts';

const allocation = (size: { arg?: number; times?: number }, more: object = {}): CallModel => ({
  result: { kind: 'allocation', family: 'malloc', size, failure: 'null', ...more },
  failure: 'null',
});

/** What allocates memory and releases it: `malloc`, `free` and their like. */
export const ALLOCATION: Readonly<Record<string, CallModel>> = {
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
  alloca: { result: { kind: 'automatic', size: { arg: 0 } } },
  __builtin_alloca: { result: { kind: 'automatic', size: { arg: 0 } } },
  _alloca: { result: { kind: 'automatic', size: { arg: 0 } } },
  free: { releases: 0, family: 'malloc' },
  cfree: { releases: 0, family: 'malloc' },
  mmap: { result: { kind: 'allocation', family: 'mapping', size: { arg: 1 }, failure: 'never' } },
  munmap: { releases: 0, family: 'mapping' },
};
