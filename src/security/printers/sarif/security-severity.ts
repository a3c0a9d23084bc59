import type { Severity } from '../../candidates/candidate.ts';

/**
 * How bad the usual consequence of a weakness is, on the scale of CVSS. The values follow what
 * CVE entries of that weakness are commonly given; a weakness that is not here takes the middle
 * of its severity's band.
 */
const USUAL_SCORE: ReadonlyMap<number, number> = new Map([
  [22, 7.5], // path traversal
  [77, 9.8], // command injection
  [78, 9.8], // operating system command injection
  [89, 9.3], // SQL injection
  [119, 8.8], // out of the bounds of a buffer
  [120, 9.3], // copy without checking the size
  [121, 9.3], // stack overflow of a buffer
  [122, 9.3], // heap overflow of a buffer
  [125, 8.1], // out-of-bounds read
  [129, 8.1], // array index from input
  [131, 8.8], // wrong size of a buffer
  [134, 9.3], // format string
  [190, 8.6], // integer overflow
  [191, 8.6], // integer underflow
  [193, 8.1], // off by one
  [242, 9.3], // gets() and the like
  [252, 5.3], // return value not checked
  [327, 7.5], // broken cryptography
  [362, 7.0], // race
  [367, 7.0], // time of check, time of use
  [369, 5.5], // division by zero
  [377, 7.0], // insecure temporary file
  [401, 5.3], // memory leak
  [415, 9.3], // double free
  [416, 9.3], // use after free
  [457, 7.8], // uninitialised variable
  [476, 7.5], // NULL dereference
  [562, 7.8], // address of a stack variable
  [590, 8.6], // free of what is not on the heap
  [674, 7.5], // unbounded recursion
  [676, 6.5], // dangerous function
  [680, 9.3], // integer overflow that leads to a buffer overflow
  [732, 7.8], // permissions
  [762, 7.0], // mismatched allocator
  [770, 7.5], // allocation without a limit
  [787, 9.3], // out-of-bounds write
  [789, 7.5], // uncontrolled size of an allocation
  [798, 9.8], // hard-coded credentials
  [835, 7.5], // endless loop
  [843, 8.8], // type confusion
]);

/** Inclusive bounds and the middle. GitHub calls more than 9.0 critical, and from 7.0 high. */
const BAND: Readonly<Record<Severity, { least: number; most: number; middle: number }>> = {
  high: { least: 7, most: 9.8, middle: 8 },
  medium: { least: 4, most: 6.9, middle: 5.5 },
  low: { least: 0.1, most: 3.9, middle: 3 },
};

/**
 * GitHub's `security-severity` of a rule, a decimal in a string: the worst of its weaknesses,
 * kept within the band of the rule's own severity. Never 9.0, which GitHub's bands leave open.
 */
export function securitySeverity(severity: Severity, cwe: readonly number[]): string {
  const { least, most, middle } = BAND[severity];
  const known = cwe.flatMap((number) => USUAL_SCORE.get(number) ?? []);
  const worst = known.length === 0 ? middle : Math.max(...known);
  return Math.min(most, Math.max(least, worst)).toFixed(1);
}
