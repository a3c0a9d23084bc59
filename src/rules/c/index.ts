import type { CRule } from './c-rule.ts';
import { doubleFree } from './double-free.ts';
import { mallocNoNullCheck } from './malloc-no-null-check.ts';
import { memoryLeak } from './memory-leak.ts';
import { possibleNullDeref } from './possible-null-deref.ts';
import { useAfterFree } from './use-after-free.ts';

/** Every rule for C and C++, in the order of the list that users see. */
export const C_RULES: readonly CRule[] = [
  useAfterFree,
  doubleFree,
  memoryLeak,
  possibleNullDeref,
  mallocNoNullCheck,
];
