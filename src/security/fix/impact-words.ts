import type { TouchedFunction } from './fix-plan.ts';

/** What an impact says of a function, as one sentence without a full stop. @param show makes a name safe to print */
export function touchedWords(
  { how, other_signature: isOther, callers, pointer, tests }: TouchedFunction,
  show: (name: string) => string,
): string {
  const words = {
    changed: isOther ? 'another signature' : 'another body',
    ...({ new: 'new', gone: 'gone' } as const),
  };
  const held = pointer === undefined ? '' : `; used as a pointer at ${show(pointer)}`;
  return `${words[how]}; called by ${namesText(callers, show)}${held}; tests that reach it: ${namesText(tests, show)}`;
}

function namesText(
  { count, first }: TouchedFunction['callers'],
  show: (name: string) => string,
): string {
  if (count === 0) return 'none';
  return `${first.map(show).join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}`;
}
