import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { crateItems } from '../crate/item-changes.ts';
import type { FunctionPlan } from '../steps/step.ts';
import { plannedItem } from './plan-step.ts';

/**
 * Plans that leave the signature to the writer, with the one that was written. Without it the function could
 * neither be compared with the C nor be called by those who only see what is recorded of it.
 */
export function withWrittenSignatures(
  plans: readonly FunctionPlan[],
  files: CrateFiles,
  parser: SourceParser,
): readonly FunctionPlan[] {
  if (plans.every(({ signature, skip }) => signature !== '' || skip !== undefined)) return plans;
  const items = crateItems(parser, files);
  return plans.map((plan) => {
    if (plan.signature !== '' || plan.skip !== undefined) return plan;
    const written = plannedItem(items, plan.file, plan.rust)?.item.head;
    return written === undefined ? plan : { ...plan, signature: written };
  });
}
