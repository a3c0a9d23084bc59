import { join } from 'node:path';
import { UNWRITTEN } from '../c/runtime.ts';
import type { Case } from '../cases/case.ts';
import { MEMORY_PROGRAM } from '../harness/build-c.ts';
import { readPlainFile } from '../harness/plain-files.ts';
import { NotComparable } from '../not-comparable.ts';
import type { EquivalenceDeps } from '../plan/subject.ts';
import type { CallSlots } from './driver-files.ts';
import { runSide } from './run-side.ts';

/** A case that ends within a function of the library ends its process, so that these take longer than others. */
const SECONDS = 20;

/** How the driver says that the sanitizer has ended a case: the status is that of `unwritten.h`. */
const ENDED_BY_SANITIZER = 'it ends the process with status 97';

/** What is seen of a case: the step at which the C goes by such memory, or that it does at none. */
export type UnwrittenAt = number | 'none';

/** Runs cases in a build of the C that sees what is read of memory which nothing was written to. It is built when it is first needed. */
export class MemoryCheck {
  private readonly build: () => Promise<void>;
  private readonly calls: readonly CallSlots[];
  private readonly deps: EquivalenceDeps;
  private readonly folder: string;
  private built: Promise<boolean> | undefined;
  private readonly unwritten = new Map<string, Set<string>>();

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

  /** Whether this machine can tell. */
  async isPossible(): Promise<boolean> {
    this.built ??= this.build().then(
      () => true,
      (thrown: unknown) => {
        if (thrown instanceof NotComparable) return false;
        throw thrown;
      },
    );
    return await this.built;
  }

  /** Which fields functions leave unwritten of objects that they make, as far as cases have shown. */
  get unwrittenFields(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.unwritten;
  }

  /**
   * For each case where the C goes by such memory: a result, a branch or an address. Fewer when the time was up,
   * and none where this machine cannot tell.
   */
  async readUnwritten(
    cases: readonly Case[],
    options: readonly string[] = [],
    seconds = SECONDS,
  ): Promise<UnwrittenAt[]> {
    if (cases.length === 0 || !(await this.isPossible())) return [];
    const { calls, deps, folder } = this;
    const results = await runSide(
      ...([MEMORY_PROGRAM, cases, calls, seconds, deps, folder, 'none', options] as const),
    );
    this.note(readPlainFile(join(folder, 'unwritten'))?.toString('utf8') ?? '');
    return results.map(({ kind, bytes, step }) => {
      const message = kind === 'stopped' ? bytes.toString('utf8') : '';
      return message === UNWRITTEN || message === ENDED_BY_SANITIZER ? step : 'none';
    });
  }

  /** Reads what the driver has noted: a function and a field on each line. */
  private note(text: string): void {
    for (const [, maker = '', field = ''] of text.matchAll(/^(\w+) (\w+)$/gm)) {
      this.unwritten.set(maker, (this.unwritten.get(maker) ?? new Set()).add(field));
    }
  }
}
