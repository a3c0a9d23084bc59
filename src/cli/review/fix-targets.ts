import { relative, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { leadsOutside } from '../../leads-outside.ts';
import type { Candidate } from '../../security/candidates/candidate.ts';
import { findCandidate } from '../../security/candidates/find-candidate.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { refutationOf } from '../../security/report/triage-view.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';

/** Which findings of which tree are meant. */
export interface FixTargets {
  /** The folder of the tree. */
  readonly tree: string;
  readonly names: readonly string[];
  /** The file that is meant where no finding is named, relative to the tree. */
  readonly file: string | undefined;
}

const NAME = /^(?:\d+|[cr][0-9a-f]{0,6})$/i;

/**
 * Tells the names of findings from the path behind them. What looks like a name is one: `./c` is a folder.
 * @throws UsageError for more than one path, and for a file that is not below the current folder
 */
export function fixTargets(what: readonly string[]): FixTargets {
  const at = what.findIndex((word) => !NAME.test(word));
  const names = at < 0 ? what : what.slice(0, at);
  const [path = '.', ...more] = at < 0 ? [] : what.slice(at);
  if (more.length > 0) {
    throw new UsageError(
      `${more.join(' ')} after the path ${path}: name findings first, then one path`,
    );
  }
  const { root, file } = scanRootOf(path);
  if (file === undefined) return { tree: path, names, file };
  // A file alone can be neither built nor tested: it is one of the tree around it.
  const here = scanRootOf('.').root;
  const inside = relative(here, `${root}/${file}`).split(sep).join('/');
  if (leadsOutside(inside)) {
    throw new UsageError(
      `${path} is not below this folder; go to the one that is built, and run again`,
    );
  }
  return { tree: '.', names, file: inside };
}

/** The findings that are meant: those that are named, or the gravest. */
export function pickFindings<Finding extends Candidate>(
  candidates: readonly Finding[],
  { names, file }: FixTargets,
  most: number,
): Finding[] {
  if (names.length > 0) {
    return [...new Set(names.map((name) => findCandidate(name, candidates)))];
  }
  return candidates
    .filter((one) => (file === undefined || one.file === file) && isWorthFixing(one))
    .toSorted((a, b) => b.score - a.score || a.gid - b.gid)
    .slice(0, most);
}

/** What no person and no model has set aside, and the scan is sure enough of. */
function isWorthFixing(one: Candidate & Partial<ReportedCandidate>): boolean {
  if (one.severity === 'low' || one.suppression !== undefined) return false;
  return (
    one.examination === undefined || refutationOf({ examination: one.examination }) === undefined
  );
}
