import { withoutComments } from './source-facts.ts';

/**
 * As which argument of a function of the caller a C function passes one of its own parameters on, by its text:
 * `action(arg, t->key)` passes `arg` first. Undefined where no call, or calls in different ways, show it.
 * @param text of the C function
 * @param called the parameter that is the function
 * @param passed parameters of which one is looked for
 */
export function passedAt(
  text: string,
  called: string,
  passed: readonly string[],
): number | undefined {
  const code = withoutComments(text);
  const calls = code.matchAll(new RegExp(String.raw`\b${called}\s*\)?\s*\(`, 'g'));
  const found = [...calls].flatMap(({ index, 0: start }) => {
    const given = argumentsFrom(code.slice(index + start.length));
    return given.flatMap((one, at) => (passed.includes(one) ? [at] : []));
  });
  const places = new Set(found);
  return places.size === 1 ? found[0] : undefined;
}

/** The arguments of a call, up to its end. @param text behind the bracket */
function argumentsFrom(text: string): string[] {
  const found: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === ')' && depth === 0) break;
    if (character === ',' && depth === 0) {
      found.push('');
      continue;
    }
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    found.push(`${found.pop() ?? ''}${character}`);
  }
  return found.map((one) => one.trim());
}
