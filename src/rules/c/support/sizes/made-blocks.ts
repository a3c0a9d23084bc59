import type { MemoryObject } from '../../../../code/flow/domain/memory-object.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { TransferEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import type { EventKind } from '../../../basis.ts';
import type { ReportHit } from '../../c-rule.ts';
import { unlimitedExcess } from './excess.ts';
import { hasLearntBottom, hasNearBottom } from './extent.ts';

/** How sure something is that holds always, or on one of the paths that meet. */
interface Certainty {
  readonly confidence: number;
  readonly event: EventKind;
  readonly joined?: true;
}

const ON_SOME_PATHS = { event: 'may', joined: true } as const;

/** Whether a block was allocated for one length, and lengths beside it that nothing limits decide how far it is written. */
export function madeForLess(
  { kind, size }: MemoryObject,
  offset: Value,
  length: Value,
  facts: Facts,
): Certainty | undefined {
  if (kind !== 'heap' || size === undefined || size.root === 0) return undefined;
  const excess = unlimitedExcess(facts, offset, length, size);
  if (excess === undefined) return undefined;
  return { confidence: 0.65, event: 'definite', ...(excess === 'always' ? {} : ON_SOME_PATHS) };
}

/** Whether a place lies before the start of its object, by numbers that the code itself sets. */
export function beforeStart(
  object: MemoryObject,
  offset: Value,
  facts: Facts,
): Certainty | undefined {
  const { lo, hi } = facts.range(offset);
  if (lo >= 0 || object.kind === 'unknown') return undefined;
  if (hi < 0 && hasLearntBottom(facts, offset)) return { confidence: 0.9, event: 'definite' };
  if (!hasNearBottom(object, offset, facts)) return undefined;
  return { confidence: 0.6, ...ON_SOME_PATHS };
}

/** A text that goes to a block which was made for another one, or behind one that it was made for alone. */
export function checkTextInBlock(event: TransferEvent, facts: Facts, report: ReportHit): void {
  const { call, size } = event;
  if (!event.write || size === undefined) return;
  for (const { object, offset } of facts.pointees(event.pointer)) {
    const start = call.name === 'strcat' ? object.length : offset;
    const less = start === undefined ? undefined : madeForLess(object, start, size, facts);
    if (less === undefined) continue;
    const message = `${call.name} writes more than \`${object.name}\` has made the block for`;
    report(call, message, { ...less, cwe: 787 });
  }
}
