import type { CRule } from './c-rule.ts';
import { commandExec } from './command-exec.ts';
import { divideByZero } from './divide-by-zero.ts';
import { doubleFree } from './double-free.ts';
import { formatString } from './format-string.ts';
import { mallocNoNullCheck } from './malloc-no-null-check.ts';
import { memoryLeak } from './memory-leak.ts';
import { mismatchedAllocator } from './mismatched-allocator.ts';
import { newDeleteMismatch } from './new-delete-mismatch.ts';
import { pathTraversal } from './path-traversal.ts';
import { possibleNullDeref } from './possible-null-deref.ts';
import { reachableAssertion } from './reachable-assertion.ts';
import { reallocAssignBack } from './realloc-assign-back.ts';
import { returnStackAddress } from './return-stack-address.ts';
import { sqlInjection } from './sql-injection.ts';
import { uninitializedUse } from './uninitialized-use.ts';
import { useAfterFree } from './use-after-free.ts';

/** Every rule for C and C++, in the order of the list that users see. */
export const C_RULES: readonly CRule[] = [
  useAfterFree,
  doubleFree,
  memoryLeak,
  possibleNullDeref,
  mallocNoNullCheck,
  formatString,
  commandExec,
  sqlInjection,
  pathTraversal,
  uninitializedUse,
  divideByZero,
  reallocAssignBack,
  returnStackAddress,
  mismatchedAllocator,
  newDeleteMismatch,
  reachableAssertion,
];
