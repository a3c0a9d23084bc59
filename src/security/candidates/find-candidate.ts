import { UsageError } from '../../errors.ts';

interface CandidateName {
  readonly gid: number;
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

/** Near ones that a message names. */
const MAX_NAMED = 5;

/**
 * The candidate that a person means: by its number, by its id, or by a beginning of the id that no
 * other one has.
 * @throws UsageError for none and for several, with near ones
 */
export function findCandidate<Candidate extends CandidateName>(
  wanted: string,
  candidates: readonly Candidate[],
): Candidate {
  if (candidates.length === 0) throw new UsageError(`there is no finding ${wanted}, nor any other`);
  const name = wanted.trim().toLowerCase();
  const found = candidates.filter(({ gid, id }) =>
    /^\d+$/.test(name) ? String(gid) === name : name !== '' && id.toLowerCase().startsWith(name),
  );
  const [first] = found;
  if (first === undefined) {
    throw new UsageError(
      `there is no finding ${wanted}; near are ${listNames(nearestCandidates(name, candidates))}`,
    );
  }
  if (found.length === 1) return first;
  const how = new Set(found.map(({ id }) => id)).size === 1 ? 'use the number' : 'write more of it';
  throw new UsageError(`${wanted} means ${found.length} findings: ${listNames(found)}; ${how}`);
}

/** Those that share the longest beginning, or the nearest numbers. */
function nearestCandidates<Candidate extends CandidateName>(
  name: string,
  candidates: readonly Candidate[],
): Candidate[] {
  const distance = ({ gid, id }: Candidate): number => {
    if (/^\d+$/.test(name)) return Math.abs(gid - Number(name));
    const differs = [...name].findIndex((letter, at) => id[at]?.toLowerCase() !== letter);
    return -(differs < 0 ? name.length : differs);
  };
  return candidates.toSorted((a, b) => distance(a) - distance(b) || a.gid - b.gid);
}

function listNames(candidates: readonly CandidateName[]): string {
  const names = candidates
    .slice(0, MAX_NAMED)
    .map(({ gid, id, file, line }) => `${id} (${gid}, ${file}:${line})`);
  return `${names.join(', ')}${candidates.length > MAX_NAMED ? ' and more' : ''}`;
}
