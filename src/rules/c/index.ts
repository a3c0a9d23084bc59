import { constCastUnsafe } from '../cpp/const-cast-unsafe.ts';
import { danglingStringView } from '../cpp/dangling-string-view.ts';
import { missingVirtualDtor } from '../cpp/missing-virtual-dtor.ts';
import { reinterpretCastUnsafe } from '../cpp/reinterpret-cast-unsafe.ts';
import { sharedPtrCycle } from '../cpp/shared-ptr-cycle.ts';
import { smartPointerGetEscape } from '../cpp/smart-pointer-get-escape.ts';
import { uncaughtException } from '../cpp/uncaught-exception.ts';
import { uncheckedOperatorIndex } from '../cpp/unchecked-operator-index.ts';
import { uninitializedMember } from '../cpp/uninitialized-member.ts';
import { useAfterMove } from '../cpp/use-after-move.ts';
import { allocSizeOverflow } from './alloc-size-overflow.ts';
import { allocaUnbounded } from './alloca-unbounded.ts';
import { assignmentInCondition } from './assignment-in-condition.ts';
import { atoiFamily } from './atoi-family.ts';
import { boundaryFuncs } from './boundary-funcs.ts';
import type { CRule } from './c-rule.ts';
import { commandExec } from './command-exec.ts';
import { condWaitNoLoop } from './cond-wait-no-loop.ts';
import { dataRaceSuspect } from './data-race-suspect.ts';
import { deadlockPatterns } from './deadlock-patterns.ts';
import { deserializationUntrusted } from './deserialization-untrusted.ts';
import { divideByZero } from './divide-by-zero.ts';
import { doubleFree } from './double-free.ts';
import { formatString } from './format-string.ts';
import { freeNonHeap } from './free-non-heap.ts';
import { freeNotAtStart } from './free-not-at-start.ts';
import { getenvUnchecked } from './getenv-unchecked.ts';
import { hardcodedCredentials } from './hardcoded-credentials.ts';
import { ignoredErrorPath } from './ignored-error-path.ts';
import { incorrectReturnCheck } from './incorrect-return-check.ts';
import { inetLegacy } from './inet-legacy.ts';
import { infiniteLoop } from './infinite-loop.ts';
import { insecureTmpfile } from './insecure-tmpfile.ts';
import { integerOverflow } from './integer-overflow.ts';
import { integerTruncation } from './integer-truncation.ts';
import { mallocNoNullCheck } from './malloc-no-null-check.ts';
import { memoryLeak } from './memory-leak.ts';
import { mismatchedAllocator } from './mismatched-allocator.ts';
import { newDeleteMismatch } from './new-delete-mismatch.ts';
import { offByOneLoop } from './off-by-one-loop.ts';
import { openPermissivePerms } from './open-permissive-perms.ts';
import { outOfBoundsRead } from './out-of-bounds-read.ts';
import { outOfBoundsWrite } from './out-of-bounds-write.ts';
import { pathTraversal } from './path-traversal.ts';
import { plaintextSecret } from './plaintext-secret.ts';
import { pointerArithmeticError } from './pointer-arithmetic-error.ts';
import { possibleNullDeref } from './possible-null-deref.ts';
import { privilegeUnchecked } from './privilege-unchecked.ts';
import { pthreadRetUnchecked } from './pthread-ret-unchecked.ts';
import { randInsecure } from './rand-insecure.ts';
import { reachableAssertion } from './reachable-assertion.ts';
import { reallocAssignBack } from './realloc-assign-back.ts';
import { resourceLeak } from './resource-leak.ts';
import { returnStackAddress } from './return-stack-address.ts';
import { scanfNoWidth } from './scanf-no-width.ts';
import { secretNotCleared } from './secret-not-cleared.ts';
import { signalHandlerUnsafe } from './signal-handler-unsafe.ts';
import { signedUnsignedConversion } from './signed-unsigned-conversion.ts';
import { sqlInjection } from './sql-injection.ts';
import { ssrf } from './ssrf.ts';
import { strncpyNoNullterm } from './strncpy-no-nullterm.ts';
import { strtokNonreentrant } from './strtok-nonreentrant.ts';
import { threadLeakNoJoin } from './thread-leak-no-join.ts';
import { timeApiNotThreadsafe } from './time-api-not-threadsafe.ts';
import { toctouRace } from './toctou-race.ts';
import { typeConfusion } from './type-confusion.ts';
import { unboundedRecursion } from './unbounded-recursion.ts';
import { uncheckedIo } from './unchecked-io.ts';
import { uncontrolledAllocation } from './uncontrolled-allocation.ts';
import { uninitializedUse } from './uninitialized-use.ts';
import { unsafeApi } from './unsafe-api.ts';
import { untrustedPointer } from './untrusted-pointer.ts';
import { useAfterFree } from './use-after-free.ts';
import { vlaUsage } from './vla-usage.ts';
import { weakCrypto } from './weak-crypto.ts';
import { wrongCallArguments } from './wrong-call-arguments.ts';

/** Every rule for C and C++, in the order of the list that users see. */
export const C_RULES: readonly CRule[] = [
  unsafeApi,
  boundaryFuncs,
  strncpyNoNullterm,
  scanfNoWidth,
  outOfBoundsWrite,
  outOfBoundsRead,
  offByOneLoop,
  pointerArithmeticError,
  allocSizeOverflow,
  integerOverflow,
  integerTruncation,
  signedUnsignedConversion,
  uncontrolledAllocation,
  allocaUnbounded,
  vlaUsage,
  untrustedPointer,
  freeNonHeap,
  freeNotAtStart,
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
  infiniteLoop,
  unboundedRecursion,
  getenvUnchecked,
  atoiFamily,
  randInsecure,
  insecureTmpfile,
  openPermissivePerms,
  strtokNonreentrant,
  timeApiNotThreadsafe,
  inetLegacy,
  privilegeUnchecked,
  wrongCallArguments,
  typeConfusion,
  ignoredErrorPath,
  deadlockPatterns,
  missingVirtualDtor,
  uninitializedMember,
  sharedPtrCycle,
  constCastUnsafe,
  reinterpretCastUnsafe,
  dataRaceSuspect,
  threadLeakNoJoin,
  condWaitNoLoop,
  pthreadRetUnchecked,
  toctouRace,
  useAfterMove,
  smartPointerGetEscape,
  uncaughtException,
  uncheckedOperatorIndex,
  danglingStringView,
  assignmentInCondition,
  resourceLeak,
  uncheckedIo,
  incorrectReturnCheck,
  weakCrypto,
  hardcodedCredentials,
  plaintextSecret,
  signalHandlerUnsafe,
  ssrf,
  deserializationUntrusted,
  secretNotCleared,
];
