import type { Access } from '../../instructions/access.ts';
import { type CheckState, lastSaid, type OwnCheck, type Said, say } from '../own-check.ts';

/** The name that branch rules can require. */
export const GATE_NAME = 'Rustward migration gate';

export const GATE: OwnCheck = { name: GATE_NAME, word: 'gate' };

/** The last thing that the gate said of a commit; undefined where it said nothing. */
export function gateSaid(access: Access, sha: string): Promise<Said | undefined> {
  return lastSaid(access, GATE, sha);
}

/** Has the gate say this of a commit, in one check run that is written only where it differs. */
export function sayAtGate(
  access: Access,
  pull: { readonly number: number; readonly head: string },
  wanted: CheckState,
): Promise<void> {
  return say(access, GATE, pull, wanted);
}
