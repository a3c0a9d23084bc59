/** The first number of a probe, which no program is likely to use itself. */
export const FIRST_PROBE = 1_000_001;

/** An assignment on a line of its own, to a name, an element, a field, or what a pointer points to. */
const ASSIGNMENT =
  /^(\s+)(\(?\*{0,3}[lgp]_\d+\)?(?:\[[^\]]+\])*(?:\.f\d+)*)\s*(?:[-+*/%&|^]|<<|>>)?= .*;$/;

/**
 * A program of Csmith with a probe behind each assignment: `labs(NUMBER); labs(TARGET);`. The engine
 * knows `labs` as a function without effects; when the program runs, a recorder stands for it.
 */
export function withProbes(text: string): string {
  const lines = text.split('\n');
  const out: string[] = [];
  let next = FIRST_PROBE;
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    out.push(line);
    if (/\bfunc_\d+\(.*\)$/.test(line) && !/^\s/.test(line)) isInside = true;
    if (line.startsWith('}')) isInside = false;
    // What a loop or a condition without braces runs is one statement.
    const before = (lines[at - 1] ?? '').trim();
    const isAlone = /^(?:for|if|else|while)\b/.test(before) && !/[{;}]$/.test(before);
    const [, indent = '', target] = (isInside && !isAlone && ASSIGNMENT.exec(line)) || [];
    if (target === undefined) continue;
    out.push(`${indent}labs(${next}L); labs((long)(${target}));`);
    next += 1;
  }
  return out.join('\n');
}
