import { nearestDefinitions } from '../../graph/nearest-definitions.ts';
import { leadsTo, type ReachedHeaders } from './reached-headers.ts';

/** A function of a name that several files may define. */
interface Definition {
  readonly file: string;
  readonly isInternal: boolean;
}

/** The definitions of functions that one file may mean. */
export class SeenDefinitions {
  private readonly file: string;
  private readonly included: readonly string[];
  private readonly headers: ReachedHeaders;
  private reached: ReadonlySet<string> | undefined;

  /** @param included the paths in its `#include` directives; those that begin with `/` are places below the root */
  constructor(file: string, included: readonly string[], headers: ReachedHeaders) {
    this.file = file;
    this.included = included;
    this.headers = headers;
  }

  /**
   * The definition that the file most likely means: the only one, or of those in headers that it includes, or else of
   * all, the one that shares most of its path.
   */
  nearest<T extends Definition>(candidates: readonly T[] | undefined): T | undefined {
    const seen = this.seen(candidates ?? []);
    if (seen.length < 2) return seen[0];
    const own = seen.filter((one) => this.included.some((path) => leadsTo(path, one.file)));
    const best = nearestDefinitions(own.length > 0 ? own : seen, this.file);
    return best.length === 1 ? best[0] : undefined;
  }

  /** Those that are there where the file is compiled: a `static` function of a header only where it is included. */
  seen<T extends Definition>(candidates: readonly T[]): readonly T[] {
    if (!candidates.some(({ isInternal }) => isInternal)) return candidates;
    this.reached ??= this.headers.reachedFrom(this.file, this.included);
    const { file, reached } = this;
    return candidates.filter(
      (one) => !one.isInternal || one.file === file || reached.has(one.file),
    );
  }
}
