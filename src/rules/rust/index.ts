import { arrayIndexPastEnd } from './array-index-past-end.ts';
import { asTruncation } from './as-truncation.ts';
import { assumeInitUnwritten } from './assume-init-unwritten.ts';
import { blockingInAsync } from './blocking-in-async.ts';
import { commandInjection } from './command-injection.ts';
import { danglingCString } from './dangling-c-string.ts';
import { divideByZero } from './divide-by-zero.ts';
import { doubleLock } from './double-lock.ts';
import { explicitPanic } from './explicit-panic.ts';
import { ffiPointerUnchecked } from './ffi-pointer-unchecked.ts';
import { ffiUnsafeType } from './ffi-unsafe-type.ts';
import { getUncheckedUnbounded } from './get-unchecked-unbounded.ts';
import { hardcodedCredentials } from './hardcoded-credentials.ts';
import { ignoredResult } from './ignored-result.ts';
import { insecureRandom } from './insecure-random.ts';
import { insecureTempFile } from './insecure-temp-file.ts';
import { integerOverflow } from './integer-overflow.ts';
import { intoRawLeak } from './into-raw-leak.ts';
import { lockAcrossAwait } from './lock-across-await.ts';
import { lockOrderInversion } from './lock-order-inversion.ts';
import { manuallyDropLeak } from './manually-drop-leak.ts';
import { memForgetLeak } from './mem-forget-leak.ts';
import { panicAcrossFfi } from './panic-across-ffi.ts';
import { pathTraversal } from './path-traversal.ts';
import { permissivePermissions } from './permissive-permissions.ts';
import { rawPointerArithmetic } from './raw-pointer-arithmetic.ts';
import { rawPointerDeref } from './raw-pointer-deref.ts';
import { rcCycle } from './rc-cycle.ts';
import type { RustRule } from './rust-rule.ts';
import { rustUnwrap } from './rust-unwrap.ts';
import { secretInOutput } from './secret-in-output.ts';
import { secretNotZeroized } from './secret-not-zeroized.ts';
import { serverSideRequestForgery } from './server-side-request-forgery.ts';
import { shiftPastWidth } from './shift-past-width.ts';
import { sliceFromRawParts } from './slice-from-raw-parts.ts';
import { sqlInjection } from './sql-injection.ts';
import { staticMut } from './static-mut.ts';
import { threadBoundMissing } from './thread-bound-missing.ts';
import { tlsVerificationDisabled } from './tls-verification-disabled.ts';
import { toctouRace } from './toctou-race.ts';
import { transmuteUnchecked } from './transmute-unchecked.ts';
import { uncheckedConversion } from './unchecked-conversion.ts';
import { uncheckedIndex } from './unchecked-index.ts';
import { uncontrolledAllocation } from './uncontrolled-allocation.ts';
import { unsafeSendSync } from './unsafe-send-sync.ts';
import { unsafeWithoutSafetyComment } from './unsafe-without-safety-comment.ts';
import { useAfterRelease } from './use-after-release.ts';
import { vecSetLenUninit } from './vec-set-len-uninit.ts';
import { weakCrypto } from './weak-crypto.ts';

/** Every Rust rule, in the order of their ids. */
export const RUST_RULES: readonly RustRule[] = [
  arrayIndexPastEnd,
  asTruncation,
  assumeInitUnwritten,
  blockingInAsync,
  commandInjection,
  danglingCString,
  divideByZero,
  doubleLock,
  explicitPanic,
  ffiPointerUnchecked,
  ffiUnsafeType,
  getUncheckedUnbounded,
  hardcodedCredentials,
  ignoredResult,
  insecureRandom,
  insecureTempFile,
  integerOverflow,
  intoRawLeak,
  lockAcrossAwait,
  lockOrderInversion,
  manuallyDropLeak,
  memForgetLeak,
  panicAcrossFfi,
  pathTraversal,
  permissivePermissions,
  rawPointerArithmetic,
  rawPointerDeref,
  rcCycle,
  rustUnwrap,
  secretInOutput,
  secretNotZeroized,
  serverSideRequestForgery,
  shiftPastWidth,
  sliceFromRawParts,
  sqlInjection,
  staticMut,
  threadBoundMissing,
  tlsVerificationDisabled,
  toctouRace,
  transmuteUnchecked,
  uncheckedConversion,
  uncheckedIndex,
  uncontrolledAllocation,
  unsafeSendSync,
  unsafeWithoutSafetyComment,
  useAfterRelease,
  vecSetLenUninit,
  weakCrypto,
];
