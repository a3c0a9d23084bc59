import { boundedCopy } from './bounded-copy.ts';
import { checkedCertificates } from './checked-certificates.ts';
import { checkedIndex } from './checked-index.ts';
import { checkedProduct } from './checked-product.ts';
import { comparison } from './comparison.ts';
import { creationMode, rustCreationMode } from './creation-mode.ts';
import { keptOwner } from './kept-owner.ts';
import { literalFormat } from './literal-format.ts';
import { matchingDelete } from './matching-delete.ts';
import type { FixOfRule, FoundIn, MechanicalFix } from './mechanical-fix.ts';
import { scanWidth } from './scan-width.ts';
import { terminator } from './terminator.ts';
import { virtualDestructor } from './virtual-destructor.ts';
import { waitInLoop } from './wait-in-loop.ts';

/** The rules whose findings have fixes that need no model. */
const FIXES: ReadonlyMap<string, FixOfRule> = new Map(
  Object.entries({
    alloc_size_overflow: checkedProduct,
    assignment_in_condition: comparison,
    cond_wait_no_loop: waitInLoop,
    dangling_c_string: keptOwner,
    format_string: literalFormat,
    get_unchecked_unbounded: checkedIndex,
    missing_virtual_dtor: virtualDestructor,
    new_delete_mismatch: matchingDelete,
    open_permissive_perms: creationMode,
    permissive_permissions: rustCreationMode,
    scanf_no_width: scanWidth,
    strncpy_no_nullterm: terminator,
    tls_verification_disabled: checkedCertificates,
    unsafe_api: boundedCopy,
  }),
);

/** Whether findings of a rule may have such fixes. */
export function hasMechanicalFixes(rule: string): boolean {
  return FIXES.has(rule);
}

/** The fix of a finding; undefined where none is right beyond doubt. */
export function mechanicalFix(rule: string, found: FoundIn): MechanicalFix | undefined {
  return FIXES.get(rule)?.(found);
}
