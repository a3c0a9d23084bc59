import { conversions } from '../../../../code/library-models/format-string.ts';

/**
 * The positions of the arguments that a format prints as text (`%s`).
 * @param position of the format itself, which its arguments follow
 */
export function textArguments(format: string, position: number): number[] {
  const found: number[] = [];
  let next = position + 1;
  for (const { type, stars } of conversions(format).items) {
    next += stars;
    if (type === 's') found.push(next);
    next += 1;
  }
  return found;
}
