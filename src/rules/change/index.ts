import { boundedAccessorRemoved } from './bounded-accessor-removed.ts';
import { boundedWriteRemoved } from './bounded-write-removed.ts';
import { boundsCheckRemoved } from './bounds-check-removed.ts';
import { bufferReduced } from './buffer-reduced.ts';
import type { ChangeRule } from './change-rule.ts';
import { checkTooLate } from './check-too-late.ts';
import { checkedArithmeticRemoved } from './checked-arithmetic-removed.ts';
import { copyRemoved } from './copy-removed.ts';
import { endTestRemoved } from './end-test-removed.ts';
import { fieldLeftUnset } from './field-left-unset.ts';
import { initialisationRemoved } from './initialisation-removed.ts';
import { nullCheckRemoved } from './null-check-removed.ts';
import { pointerNotRefreshed } from './pointer-not-refreshed.ts';
import { progressRemoved } from './progress-removed.ts';
import { recursionLimitRemoved } from './recursion-limit-removed.ts';
import { reentryGuardRemoved } from './reentry-guard-removed.ts';
import { releaseRemoved } from './release-removed.ts';
import { resetRemoved } from './reset-removed.ts';
import { resultCheckRemoved } from './result-check-removed.ts';
import { signedArithmetic } from './signed-arithmetic.ts';
import { sizeNarrowed } from './size-narrowed.ts';
import { terminatorRemoved } from './terminator-removed.ts';
import { usedAfterRelease } from './used-after-release.ts';
import { validityCheckRemoved } from './validity-check-removed.ts';
import { zeroCheckRemoved } from './zero-check-removed.ts';

/** The rules that compare two versions of a file, by id. */
export const CHANGE_RULES: readonly ChangeRule[] = [
  boundedAccessorRemoved,
  boundedWriteRemoved,
  boundsCheckRemoved,
  bufferReduced,
  checkTooLate,
  checkedArithmeticRemoved,
  copyRemoved,
  endTestRemoved,
  fieldLeftUnset,
  initialisationRemoved,
  nullCheckRemoved,
  pointerNotRefreshed,
  progressRemoved,
  recursionLimitRemoved,
  reentryGuardRemoved,
  releaseRemoved,
  resetRemoved,
  resultCheckRemoved,
  signedArithmetic,
  sizeNarrowed,
  terminatorRemoved,
  usedAfterRelease,
  validityCheckRemoved,
  zeroCheckRemoved,
];
