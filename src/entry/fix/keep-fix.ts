import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import type { Fixed } from '../../security/fix/fix-plan.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { defectPath } from '../../security/report/triage-view.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { resolveInsideTree } from '../../workspace/files/tree-path.ts';
import { uncleanPaths } from '../../workspace/git/unclean-paths.ts';

/** The files of a tree that fixes may change, as they were when the fix was begun, by path. */
export type Snapshot = ReadonlyMap<string, Buffer>;

/**
 * Writes fixes into a work tree, and nothing over what only that tree has: a file is written where git has it as it
 * is, or where this run has written it, and no person has changed it since the fix was begun.
 */
export class KeptFixes {
  private readonly root: string;
  /** What this run has written. */
  private readonly own = new Map<string, string>();

  /** @param root the real path of a folder in a git work tree */
  constructor(root: string) {
    this.root = root;
  }

  /** The files on the way to a finding: those that its fix may touch. */
  snapshot(finding: ReportedCandidate): Snapshot {
    const named = [finding.file, ...defectPath(finding).map(({ file }) => file)];
    return new Map(
      [...new Set(named)].flatMap((path) => {
        const content = this.contentOf(path);
        return content === undefined ? [] : [[path, content] as const];
      }),
    );
  }

  /** Which of some files hold work that git does not have. */
  async unclean(paths: readonly string[]): Promise<string[]> {
    const foreign = paths.filter(
      (path) => !this.own.has(path) || this.contentOf(path)?.toString() !== this.own.get(path),
    );
    return await uncleanPaths(this.root, foreign);
  }

  /**
   * Writes the files of a fix: all of them, or none.
   * @returns why it was not written; undefined where it was
   */
  async keep({ files }: Fixed, before: Snapshot): Promise<string | undefined> {
    const paths = files.map(({ path }) => path);
    const [unclean] = await this.unclean(paths);
    if (unclean !== undefined) return `${unclean} has changes that are not committed`;
    for (const path of paths) {
      const was = before.get(path);
      if (was === undefined || this.contentOf(path)?.equals(was) !== true) {
        return `${path} was changed while the fix was made`;
      }
      if (!Buffer.from(was.toString('utf8')).equals(was)) return `${path} is not UTF-8`;
    }
    const written: string[] = [];
    try {
      for (const { path, content } of files) {
        this.write(path, content);
        written.push(path);
      }
    } catch (thrown) {
      for (const path of written) this.write(path, before.get(path)?.toString('utf8') ?? '');
      throw thrown;
    }
    for (const { path, content } of files) this.own.set(path, content);
    return undefined;
  }

  private write(path: string, content: string): void {
    const place = resolveInsideTree(this.root, path);
    writeFileAtomically(place, content, statSync(place).mode & 0o777);
  }

  private contentOf(path: string): Buffer | undefined {
    try {
      return readFileSync(resolveInsideTree(this.root, path));
    } catch (thrown) {
      if (thrown instanceof UsageError || isMissing(thrown)) return undefined;
      throw thrown;
    }
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}
