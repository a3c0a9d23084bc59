import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Journal, type Notice } from './journal.ts';
import { mutantKey, mutated, type SourceMutant } from './mutant.ts';
import type { Plan } from './plan.ts';
import { runTests, type TestsEnd } from './sandbox-tests.ts';
import { typeErrors } from './type-errors.ts';

/** The test that every change has beside its own. */
export const TYPES = 'npm run types';

/** Of a processor, for a test file while nothing is changed: half of what it gets to judge a change. */
const SOUND_SECONDS = 20;

/** What became of a change. */
export type Verdict =
  | { readonly kind: 'noticed'; readonly notice: Notice }
  | { readonly kind: 'survived' }
  /** No test of it passes in time while nothing is changed. */
  | { readonly kind: 'unjudged' };

/** Has tests judge changes, one at a time, in a copy of the repository, and keeps what they say. */
export class Judge {
  readonly #plan: Plan;
  readonly #sandbox: string;
  readonly #journal: Journal;
  /** By their names, test files that pass in time without a change, or do not. */
  readonly #sound = new Map<string, boolean>();

  constructor(plan: Plan, sandbox: string) {
    this.#plan = plan;
    this.#sandbox = sandbox;
    this.#journal = new Journal(plan.journal);
    for (const name of this.#journal.of(plan.sources).passed) this.#sound.set(name, true);
  }

  /** A test file that is changed is another test: what survived the former one is tried again. */
  nameOf(test: string): string {
    return `${test} ${hashOf(this.#textOf(test)).slice(0, 8)}`;
  }

  /** Asks the compiler about all changes that were not judged yet. */
  checkTypes(): void {
    const left = this.#plan.mutants.filter((one) => {
      const { passed, noticed } = this.#journal.of(this.#keyOf(one));
      return !passed.has(TYPES) && noticed.length === 0;
    });
    if (left.length === 0) return;
    for (const [mutant, what] of typeErrors(this.#sandbox, left)) {
      const key = this.#keyOf(mutant);
      if (what === undefined) this.#journal.add(key, [TYPES]);
      else this.#journal.add(key, [], { by: TYPES, what });
    }
  }

  /** @param names the tests to ask, and the compiler, by their names */
  async judge(mutant: SourceMutant, names: readonly string[]): Promise<Verdict> {
    const { file } = mutant;
    const source = this.#textOf(file);
    const key = this.#keyOf(mutant);
    const before = this.#journal.of(key).noticed.find(({ by }) => names.includes(by));
    if (before !== undefined) return { kind: 'noticed', notice: before };
    // In the order of the plan: Stryker keeps none.
    const judges = (this.#plan.judges[file] ?? []).filter((one) =>
      names.includes(this.nameOf(one)),
    );
    const place = join(this.#sandbox, file);
    const change = mutated(source, mutant);
    try {
      for (;;) {
        const left = judges.filter((one) => {
          const name = this.nameOf(one);
          return !this.#journal.of(key).passed.has(name) && this.#sound.get(name) !== false;
        });
        writeFileSync(place, change);
        const end = await runTests(this.#sandbox, left);
        const passed = end.passed.map((one) => this.nameOf(one));
        this.#journal.add(key, passed);
        if (end.kind === 'passed') {
          const isJudged = judges.some((one) => this.#journal.of(key).passed.has(this.nameOf(one)));
          return { kind: isJudged ? 'survived' : 'unjudged' };
        }
        writeFileSync(place, source);
        const by = this.nameOf(end.file);
        // A machine that has become slower looks like a change that takes long.
        if (end.kind === 'late') this.#sound.delete(by);
        if (!this.#sound.has(by))
          this.#pass(await runTests(this.#sandbox, [end.file], SOUND_SECONDS));
        if (this.#sound.get(by) !== true) continue;
        const notice = end.kind === 'late' ? { by } : { by, what: end.what };
        this.#journal.add(key, [], notice);
        return { kind: 'noticed', notice };
      }
    } finally {
      writeFileSync(place, source);
    }
  }

  /** Takes over what a run has said while nothing is changed. */
  #pass(end: TestsEnd): void {
    const passed = end.passed.map((test) => this.nameOf(test));
    for (const name of passed) this.#sound.set(name, true);
    this.#journal.add(this.#plan.sources, passed);
    if (end.kind !== 'passed') this.#sound.set(this.nameOf(end.file), false);
  }

  /** Another for each change of each text of a file. */
  #keyOf(mutant: SourceMutant): string {
    return hashOf(`${mutantKey(mutant)}\n${this.#textOf(mutant.file)}`);
  }

  #textOf(file: string): string {
    return readFileSync(join(this.#plan.root, file), 'utf8');
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
