/** Whether a name stands for all rules whose ids fit it, as `use_after_*` does. What is `*` alone means all rules. */
export function isRulePattern(name: string): boolean {
  return name.includes('*') && name !== '*' && !name.startsWith('category:');
}

/**
 * Whether an id fits a pattern, in which `*` stands for any part. The parts between are looked for from left to right,
 * which needs no second try: a pattern of many `*` costs no more than one.
 */
export function fitsRulePattern(pattern: string, id: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!id.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = id.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return id.endsWith(last) && id.length - last.length >= at;
}
