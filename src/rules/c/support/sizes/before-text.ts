import { constantOf } from '../../../../code/c/ir/constants.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { AccessEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { isAskedAbout } from '../expressions/known-to-hold.ts';
import { rootVariable } from '../expressions/root-variable.ts';
import { offsetOf } from './extent.ts';
import type { FoundAccess } from './found-access.ts';

/** `text[strlen(text) - 1]` is before the start of an empty text, and in it otherwise. */
export function beforeShortTextIn(
  event: AccessEvent,
  facts: Facts,
): ((name: string) => FoundAccess | undefined) | undefined {
  const { index, indexValue } = event;
  if (index === undefined || indexValue === undefined) return undefined;
  const inner = withoutCasts(index);
  const whole = inner.kind === 'binary' && inner.op === '-' ? withoutCasts(inner.left) : inner;
  const length = whole === inner ? indexValue : facts.valueOf(whole);
  if (length.root === 0 || facts.state.facts(length.root).from !== 'strlen') return undefined;
  // Where another length is taken off, only the program knows that it is the lesser one.
  const off = inner.kind === 'binary' ? constantOf(inner.right) : undefined;
  if (off === undefined || facts.range(length).lo >= off) return () => undefined;
  const isFilled = facts
    .pointees(event.pointer)
    .every(({ object }) => facts.hasCharacters(object.id));
  if (isFilled && off === 1) return () => undefined;
  return (name) => ({
    message: beforeShortText(`\`${facts.text(index)}\``, name, off),
    confidence: 0.52,
    event: 'definite',
    index: 'negative',
    taint: facts.taint(length),
  });
}

function beforeShortText(what: string, name: string, off: number): string {
  const when = off === 1 ? 'the text is empty' : `the text has less than ${off} characters`;
  return `${what} is before the start of \`${name}\` when ${when}`;
}

/**
 * The last character of a text that a caller passes: nothing says that it has one. The length goes by whatever name, and may
 * have been added to the pointer.
 */
export function beforeUnknownText(event: AccessEvent, facts: Facts): FoundAccess | undefined {
  const { index, indexValue, elementSize = 1 } = event;
  const [place, ...others] = facts.pointees(event.pointer);
  if (place === undefined || others.length > 0) return undefined;
  const at = offsetOf(place, indexValue, elementSize);
  if (at === undefined || at.root === 0 || at.scale !== 1 || at.add >= 0) return undefined;
  if (facts.state.facts(at.root).from !== 'strlen' || facts.range(at).lo >= 0) return undefined;
  const what = facts.text(index ?? event.expr);
  if (at.add === -1 && facts.hasCharacters(place.object.id)) return undefined;
  const message = beforeShortText(`\`${what}\``, facts.text(event.base), -at.add);
  const found = { message, confidence: 0.45, event: 'latent', index: 'negative' } as const;
  return ofCaller({ ...found, taint: undefined }, event, facts);
}

/** Whether a text that was given is empty, the caller may know, or a function that was asked about the text before. */
export function ofCaller(
  found: FoundAccess | undefined,
  { base, expr }: AccessEvent,
  { function: fn }: Facts,
): FoundAccess | undefined {
  const text = rootVariable(withoutCasts(base));
  if (found === undefined || (text !== undefined && isAskedAbout(fn, text, expr.start)))
    return undefined;
  return { ...found, confidence: 0.45, event: 'latent' };
}
