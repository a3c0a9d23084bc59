import TestEnvironment from '../../../test/support/test-environment.ts';

/** An event of jest's framework, as far as it matters here. */
interface TestEvent {
  readonly name: string;
  readonly test?: { mode?: string | null | undefined; readonly errors: readonly unknown[] };
}

/** The environment of a test file that judges a change: what follows its first failure is skipped. */
export default class FirstFailureEnvironment extends TestEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }: TestEvent): void {
    if (test === undefined) return;
    if (name === 'test_done' && test.errors.length > 0) this.#hasFailed = true;
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
  }
}
