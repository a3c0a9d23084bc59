import { keepNullDevice } from './null-device.ts';
import { endQuickStart } from './quick-start.ts';

const MEGABYTE = 1024 * 1024;

/**
 * A worker that has grown by less has nothing worth a collection, which takes two tenths of a second. Where it
 * starts processes without a copy of its memory, that is worth it only for the memory itself.
 */
const MUCH_MEMORY = (endQuickStart() ? 400 : 80) * MEGABYTE;

/** What the worker had after the last collection. */
let collectedTo = 160 * MEGABYTE;

/** The environment of a test file: the worker itself, which it leaves as it was. */
export default class TestEnvironment {
  readonly global = globalThis;
  readonly #console = console;
  readonly #exit = process.exit;
  readonly #exitCode = process.exitCode;
  readonly #folder = process.cwd();
  readonly #env = { ...process.env };

  setup(): void {}

  teardown(): void {
    this.#restore();
    keepNullDevice();
  }

  #restore(): void {
    globalThis.console = this.#console;
    process.exit = this.#exit;
    process.exitCode = this.#exitCode;
    process.chdir(this.#folder);
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) delete process.env[name];
    }
    Object.assign(process.env, this.#env);
    // To start a process takes 2 ms, and 2 ms more for each 100 MB that the starting one has: an ordinary
    // collection gives none of them back.
    if (process.memoryUsage.rss() < collectedTo + MUCH_MEMORY) return;
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    collectedTo = process.memoryUsage.rss();
  }

  /** Jest asks for it, and for nothing that is in it. */
  getVmContext(): null {
    return null;
  }
}
