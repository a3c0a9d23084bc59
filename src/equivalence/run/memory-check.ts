import type { Case } from '../cases/case.ts';
import { MEMORY_PROGRAM } from '../harness/build-c.ts';
import { NotComparable } from '../not-comparable.ts';
import type { EquivalenceDeps } from '../plan/subject.ts';
import type { CallSlots } from './driver-files.ts';
import { runSide } from './run-side.ts';

/** A case that ends so ends its process, so that these take longer than others. */
const SECONDS = 20;

/** How the driver says that the sanitizer has ended a case: the status is that of `runtime.c`. */
const ENDED_BY_SANITIZER = 'it ends the process with status 97';

/** Runs cases in a build of the C that sees what is read of memory which nothing was written to. It is built when it is first needed. */
export class MemoryCheck {
  private readonly build: () => Promise<void>;
  private readonly calls: readonly CallSlots[];
  private readonly deps: EquivalenceDeps;
  private readonly folder: string;
  private built: Promise<boolean> | undefined;

  /**
   * @param build makes the program; a NotComparable where that is not possible
   * @param folder where the programs of the C run
   */
  constructor(
    build: () => Promise<void>,
    calls: readonly CallSlots[],
    deps: EquivalenceDeps,
    folder: string,
  ) {
    this.build = build;
    this.calls = calls;
    this.deps = deps;
    this.folder = folder;
  }

  /**
   * For each case whether the C goes by such memory: a result, a branch or an address. It does on none where
   * this machine cannot tell.
   */
  async readUnwritten(cases: readonly Case[], options: readonly string[] = []): Promise<boolean[]> {
    if (cases.length === 0) return [];
    this.built ??= this.build().then(
      () => true,
      (thrown: unknown) => {
        if (thrown instanceof NotComparable) return false;
        throw thrown;
      },
    );
    if (!(await this.built)) return [];
    const { calls, deps, folder } = this;
    const results = await runSide(
      ...([MEMORY_PROGRAM, cases, calls, SECONDS, deps, folder, 'none', options] as const),
    );
    return results.map(
      ({ kind, bytes }) => kind === 'stopped' && bytes.toString('utf8') === ENDED_BY_SANITIZER,
    );
  }
}
