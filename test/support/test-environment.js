import { TestEnvironment as NodeTestEnvironment } from 'jest-environment-node';
import { OUTSIDE } from './outside.ts';

/** A worker with less than this has nothing worth a collection, which takes a tenth of a second. */
const MUCH_MEMORY = 300 * 1024 * 1024;

/**
 * The environment of a test file, which also lets it load modules outside of itself: what is loaded
 * there is loaded once for all test files of a worker. JavaScript, as jest would make a CommonJS
 * module of TypeScript, with an `import` that is none of Node's.
 */
export default class TestEnvironment extends NodeTestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, { [OUTSIDE]: (/** @type {string} */ url) => import(url) });
  }

  /** @override */
  async teardown() {
    await super.teardown();
    // To start a process takes the longer the more memory the starting one has.
    if (process.memoryUsage.rss() > MUCH_MEMORY) globalThis.gc?.();
  }
}
