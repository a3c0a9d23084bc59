import { relative } from 'node:path';

/** Without a change for so long, an editor or a checkout has written all that it writes at once. */
const PAUSE_MILLISECONDS = 150;
/** What changes all the time is looked at all the same. */
const PATIENCE_MILLISECONDS = 2_000;

/** Paths that have changed, gathered until there is a pause. */
export class GatheredPaths {
  private readonly counts: (path: string) => boolean;
  private readonly paths = new Set<string>();
  private since = 0;
  private timer: NodeJS.Timeout | undefined;
  private waiting: ((paths: readonly string[]) => void) | undefined;

  /** @param counts whether a path matters */
  constructor(counts: (path: string) => boolean) {
    this.counts = counts;
  }

  add(path: string): void {
    if (!this.counts(path)) return;
    if (this.paths.size === 0) this.since = Date.now();
    this.paths.add(path);
    const waited = Date.now() - this.since;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.tell(),
      Math.max(0, Math.min(PAUSE_MILLISECONDS, PATIENCE_MILLISECONDS - waited)),
    );
  }

  /** The paths of the next change, from the current folder on. */
  next(): Promise<readonly string[]> {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    this.waiting = resolve;
    if (this.timer === undefined) this.tell();
    return promise;
  }

  /** What changes while no caller waits is kept for the next one. */
  private tell(): void {
    this.timer = undefined;
    if (this.waiting === undefined || this.paths.size === 0) return;
    const told = [...this.paths].sort().map((path) => relative(process.cwd(), path) || '.');
    this.paths.clear();
    this.waiting(told);
    this.waiting = undefined;
  }
}
