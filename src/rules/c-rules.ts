import { allocSizeOverflow } from './c/alloc-size-overflow.ts';
import { allocaUnbounded } from './c/alloca-unbounded.ts';
import { assignmentInCondition } from './c/assignment-in-condition.ts';
import { atoiFamily } from './c/atoi-family.ts';
import { boundaryFuncs } from './c/boundary-funcs.ts';
import type { CRule } from './c/c-rule.ts';
import { commandExec } from './c/command-exec.ts';
import { condWaitNoLoop } from './c/cond-wait-no-loop.ts';
import { danglingField } from './c/dangling-field.ts';
import { dataRaceSuspect } from './c/data-race-suspect.ts';
import { deadlockPatterns } from './c/deadlock-patterns.ts';
import { deserializationUntrusted } from './c/deserialization-untrusted.ts';
import { divideByZero } from './c/divide-by-zero.ts';
import { doubleFree } from './c/double-free.ts';
import { fixedAddress } from './c/fixed-address.ts';
import { formatString } from './c/format-string.ts';
import { freeNonHeap } from './c/free-non-heap.ts';
import { freeNotAtStart } from './c/free-not-at-start.ts';
import { getenvUnchecked } from './c/getenv-unchecked.ts';
import { hardcodedCredentials } from './c/hardcoded-credentials.ts';
import { ignoredErrorPath } from './c/ignored-error-path.ts';
import { incorrectReturnCheck } from './c/incorrect-return-check.ts';
import { inetLegacy } from './c/inet-legacy.ts';
import { infiniteLoop } from './c/infinite-loop.ts';
import { insecureTmpfile } from './c/insecure-tmpfile.ts';
import { integerOverflow } from './c/integer-overflow.ts';
import { integerTruncation } from './c/integer-truncation.ts';
import { lateGrowth } from './c/late-growth.ts';
import { lengthCheckTooShort } from './c/length-check-too-short.ts';
import { mallocNoNullCheck } from './c/malloc-no-null-check.ts';
import { memoryLeak } from './c/memory-leak.ts';
import { misleadingIndentation } from './c/misleading-indentation.ts';
import { mismatchedAllocator } from './c/mismatched-allocator.ts';
import { missingBreak } from './c/missing-break.ts';
import { movedMemory } from './c/moved-memory.ts';
import { noRoomForNul } from './c/no-room-for-nul.ts';
import { offByOneLoop } from './c/off-by-one-loop.ts';
import { openPermissivePerms } from './c/open-permissive-perms.ts';
import { outOfBoundsRead } from './c/out-of-bounds-read.ts';
import { outOfBoundsWrite } from './c/out-of-bounds-write.ts';
import { overwrittenResult } from './c/overwritten-result.ts';
import { pathPrefix } from './c/path-prefix.ts';
import { pathTraversal } from './c/path-traversal.ts';
import { plaintextSecret } from './c/plaintext-secret.ts';
import { pointerArithmeticError } from './c/pointer-arithmetic-error.ts';
import { possibleNullDeref } from './c/possible-null-deref.ts';
import { privilegeUnchecked } from './c/privilege-unchecked.ts';
import { pthreadRetUnchecked } from './c/pthread-ret-unchecked.ts';
import { randInsecure } from './c/rand-insecure.ts';
import { reachableAssertion } from './c/reachable-assertion.ts';
import { reallocAssignBack } from './c/realloc-assign-back.ts';
import { resourceLeak } from './c/resource-leak.ts';
import { returnStackAddress } from './c/return-stack-address.ts';
import { scanfNoWidth } from './c/scanf-no-width.ts';
import { secretComparison } from './c/secret-comparison.ts';
import { secretNotCleared } from './c/secret-not-cleared.ts';
import { shiftPastWidth } from './c/shift-past-width.ts';
import { signExtension } from './c/sign-extension.ts';
import { signalHandlerUnsafe } from './c/signal-handler-unsafe.ts';
import { signedUnsignedConversion } from './c/signed-unsigned-conversion.ts';
import { sqlInjection } from './c/sql-injection.ts';
import { ssrf } from './c/ssrf.ts';
import { strncpyNoNullterm } from './c/strncpy-no-nullterm.ts';
import { strtokNonreentrant } from './c/strtok-nonreentrant.ts';
import { textInjection } from './c/text-injection.ts';
import { threadJoinedTwice } from './c/thread-joined-twice.ts';
import { threadLeakNoJoin } from './c/thread-leak-no-join.ts';
import { threadUsesLocal } from './c/thread-uses-local.ts';
import { timeApiNotThreadsafe } from './c/time-api-not-threadsafe.ts';
import { toctouRace } from './c/toctou-race.ts';
import { typeConfusion } from './c/type-confusion.ts';
import { unboundedRecursion } from './c/unbounded-recursion.ts';
import { uncheckedIo } from './c/unchecked-io.ts';
import { uncheckedResult } from './c/unchecked-result.ts';
import { uncontrolledAllocation } from './c/uncontrolled-allocation.ts';
import { uninitialisedSent } from './c/uninitialised-sent.ts';
import { uninitializedUse } from './c/uninitialized-use.ts';
import { unsafeApi } from './c/unsafe-api.ts';
import { untrustedIdentity } from './c/untrusted-identity.ts';
import { untrustedPointer } from './c/untrusted-pointer.ts';
import { useAfterFree } from './c/use-after-free.ts';
import { vlaUsage } from './c/vla-usage.ts';
import { weakCrypto } from './c/weak-crypto.ts';
import { wideSizeInBytes } from './c/wide-size-in-bytes.ts';
import { wrongCallArguments } from './c/wrong-call-arguments.ts';
import { wrongOperator } from './c/wrong-operator.ts';
import { absentValueUse } from './cpp/absent-value-use.ts';
import { comparatorOrder } from './cpp/comparator-order.ts';
import { constCastUnsafe } from './cpp/const-cast-unsafe.ts';
import { constructorLeak } from './cpp/constructor-leak.ts';
import { containerOutOfBounds } from './cpp/container-out-of-bounds.ts';
import { danglingCapture } from './cpp/dangling-capture.ts';
import { danglingReference } from './cpp/dangling-reference.ts';
import { danglingStringView } from './cpp/dangling-string-view.ts';
import { deletedAgain } from './cpp/deleted-again.ts';
import { emptyContainerEnd } from './cpp/empty-container-end.ts';
import { invalidatedIterator } from './cpp/invalidated-iterator.ts';
import { missingVirtualDtor } from './cpp/missing-virtual-dtor.ts';
import { newDeleteMismatch } from './cpp/new-delete-mismatch.ts';
import { rawObjectCopy } from './cpp/raw-object-copy.ts';
import { reinterpretCastUnsafe } from './cpp/reinterpret-cast-unsafe.ts';
import { selfAssignment } from './cpp/self-assignment.ts';
import { shallowCopy } from './cpp/shallow-copy.ts';
import { sharedPtrCycle } from './cpp/shared-ptr-cycle.ts';
import { smartPointerGetEscape } from './cpp/smart-pointer-get-escape.ts';
import { twoOwners } from './cpp/two-owners.ts';
import { uncaughtException } from './cpp/uncaught-exception.ts';
import { uncheckedDowncast } from './cpp/unchecked-downcast.ts';
import { uncheckedOperatorIndex } from './cpp/unchecked-operator-index.ts';
import { uninitializedMember } from './cpp/uninitialized-member.ts';
import { useAfterMove } from './cpp/use-after-move.ts';

/** Every rule for C and C++, in the order of the list that users see. */
export const C_RULES: readonly CRule[] = [
  unsafeApi,
  boundaryFuncs,
  strncpyNoNullterm,
  scanfNoWidth,
  outOfBoundsWrite,
  outOfBoundsRead,
  lengthCheckTooShort,
  wideSizeInBytes,
  offByOneLoop,
  pointerArithmeticError,
  allocSizeOverflow,
  integerOverflow,
  integerTruncation,
  signedUnsignedConversion,
  shiftPastWidth,
  signExtension,
  uncontrolledAllocation,
  allocaUnbounded,
  vlaUsage,
  untrustedPointer,
  fixedAddress,
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
  textInjection,
  pathTraversal,
  pathPrefix,
  uninitializedUse,
  uninitialisedSent,
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
  untrustedIdentity,
  wrongCallArguments,
  typeConfusion,
  ignoredErrorPath,
  deadlockPatterns,
  missingVirtualDtor,
  uninitializedMember,
  sharedPtrCycle,
  constCastUnsafe,
  uncheckedDowncast,
  reinterpretCastUnsafe,
  dataRaceSuspect,
  threadLeakNoJoin,
  threadJoinedTwice,
  threadUsesLocal,
  condWaitNoLoop,
  pthreadRetUnchecked,
  toctouRace,
  useAfterMove,
  smartPointerGetEscape,
  twoOwners,
  uncaughtException,
  uncheckedOperatorIndex,
  danglingStringView,
  danglingReference,
  invalidatedIterator,
  containerOutOfBounds,
  emptyContainerEnd,
  absentValueUse,
  comparatorOrder,
  danglingCapture,
  shallowCopy,
  selfAssignment,
  rawObjectCopy,
  constructorLeak,
  deletedAgain,
  assignmentInCondition,
  wrongOperator,
  lateGrowth,
  misleadingIndentation,
  noRoomForNul,
  movedMemory,
  danglingField,
  missingBreak,
  overwrittenResult,
  resourceLeak,
  uncheckedIo,
  uncheckedResult,
  incorrectReturnCheck,
  weakCrypto,
  secretComparison,
  hardcodedCredentials,
  plaintextSecret,
  signalHandlerUnsafe,
  ssrf,
  deserializationUntrusted,
  secretNotCleared,
];
