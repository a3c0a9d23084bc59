/** Whose fault it is that a function is not in Rust, or was not compared, as far as the reason tells. */
export type Fault =
  /** What Rustward made itself does not build, or finds no input that counts. */
  | 'ours'
  /** No answer was right within the limits: that of the model, or of what asked or judged it. */
  | 'the answers'
  | 'the interface'
  | 'another function'
  | 'not known';

const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [/^it needs \S+, which could not be migrated/, 'another function'],
  [/\b(?:the C side|the Rust side|the driver)\b.* does not compile/, 'ours'],
  [/\binputs? counts?\b/, 'ours'],
  [/\bno input that was tried reaches it/, 'ours'],
  [/would be asked once more what was asked before$/, 'ours'],
  [/^the given interface /, 'the interface'],
  [/^a gate refuses it after/, 'ours'],
  [
    /^(?:it does|a test fails|the reviewer found|compared when|no answer of|the planner says)/,
    'the answers',
  ],
];

/**
 * @param reason why a function is blocked, skipped, or not compared
 * @param isGiven whether a Rust interface was given
 */
export function faultOf(reason: string, isGiven: boolean): Fault {
  if (/^it cannot be done: /.test(reason)) return isGiven ? 'the interface' : 'the answers';
  return FAULTS.find(([words]) => words.test(reason))?.[1] ?? 'not known';
}
