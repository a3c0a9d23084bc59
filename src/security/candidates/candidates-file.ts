import { join } from 'node:path';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { openStateFolder } from '../../workspace/state/state-folder.ts';
import type { Candidate } from './candidate.ts';
import { printCandidates } from './candidates-text.ts';

const CANDIDATES_FILE = 'candidates.jsonl';

/**
 * Replaces the artifact of the scan in the state folder below `root`.
 * @returns its path
 * @throws UsageError when it cannot be written
 */
export function writeCandidates(root: string, candidates: readonly Candidate[]): string {
  const path = join(openStateFolder(root), CANDIDATES_FILE);
  writeFileAtomically(path, printCandidates(candidates));
  return path;
}
