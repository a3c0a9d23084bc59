/*
 * What the text of a short C function does besides calling others: to tell one that only releases from one
 * whose work would be lost if there were no Rust for it.
 */

/** A place that is written, and what into it. */
const ASSIGNMENT =
  /(\(?\*?\s*[A-Za-z_]\w*\)?(?:\s*(?:->|\.)\s*\w+|\s*\[[^\]]*\])*)\s*((?:[+\-*/%&|^]|<<|>>)?=(?!=)|\+\+|--)\s*([^;,]*)/g;
const COUNTED_BEFORE = /(\+\+|--)\s*([A-Za-z_]\w*(?:\s*(?:->|\.)\s*\w+)*)/g;

const POINTER_DECLARATION =
  /\b(?!(?:return|else|do|case)\b)([A-Za-z_]\w*)\s*\*[\s*]*([A-Za-z_]\w*)\s*=(?!=)/g;

/** What a place holds that nothing is in any more. */
const NOTHING =
  /^(?:\(\s*\w+\s*\*+\s*\)\s*)?\(?\s*(?:0[ulUL]*|'\\0'|false|nullptr|\w*NULL|\(\s*void\s*\*\s*\)\s*0)\s*\)?$/;

/** A record with nothing in it: `(reader){0}`. */
const EMPTY_RECORD = /^\(\s*(?:struct\s+|union\s+)?\w+\s*\)\s*\{\s*0?\s*\}$/;

/** A count of owners goes down where one of them ends. */
const OWNERS = /ref/i;

/**
 * Whether a function changes something that lives on, other than to leave nothing there and to count owners.
 * @param text of the function, without its comments
 */
export function changesWhatStays(text: string): boolean {
  // `item *next = i->next` declares `next`, and is no write behind a pointer.
  const body = text.slice(text.indexOf('{')).replaceAll(POINTER_DECLARATION, '$1 $2 =');
  const isLocal = (place: string) =>
    /^\w+$/.test(place) &&
    new RegExp(
      `(?:\\b[A-Za-z_]\\w*(?:\\s+|\\s*\\*+\\s*)|,\\s*\\**\\s*)${place}\\s*(?:[=;,)[])`,
    ).test(text.replaceAll(/\breturn\b|\belse\b|\bgoto\b/g, ';'));
  const after = [...body.matchAll(ASSIGNMENT)].some(([, found = '', operator, value = '']) => {
    // What opens before the place may close behind it: `while (n-- > 0)`.
    const place = found.includes(')') ? found : found.replace('(', '');
    if (isLocal(place.trim())) return false;
    if (operator === '=') return !NOTHING.test(value.trim()) && !EMPTY_RECORD.test(value.trim());
    return operator !== '--' || !OWNERS.test(place);
  });
  const before = [...body.matchAll(COUNTED_BEFORE)].some(
    ([, operator, place = '']) =>
      !isLocal(place.trim()) && (operator === '++' || !OWNERS.test(place)),
  );
  return after || before;
}

const NULL_TEST = /^\(*\s*!?\s*\(*[\w>.\-\s*]+?(?:[!=]=\s*(?:0|\w*NULL))?\s*\)*$/;

/** Whether all that a function returns are constants, and all that it asks is whether there is something to release. */
export function answersWithCodes(text: string): boolean {
  // Parts of an expression that match the same blanks take a power of their number.
  const code = text.replaceAll(/\s+/g, ' ');
  const returned = [...code.matchAll(/\breturn\b ?\(? ?([^;]*?) ?\)? ?;/g)];
  const conditions = [...code.matchAll(/\b(?:if|while)\s*\(((?:[^()]|\([^()]*\))*)\)/g)];
  return (
    returned.length > 0 &&
    returned.every(([, value = '']) => /^-?\s*(?:\d+|[A-Z_][A-Z0-9_]*)$/.test(value)) &&
    conditions.every(([, condition = '']) =>
      condition.split(/&&|\|\|/).every((part) => NULL_TEST.test(part.trim())),
    )
  );
}
