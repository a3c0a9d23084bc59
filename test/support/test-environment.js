import { TestEnvironment as NodeTestEnvironment } from 'jest-environment-node';
import { OUTSIDE } from './outside.ts';

/** A worker that has grown by less has nothing worth a collection, which takes two tenths of a second. */
const MUCH_MEMORY = 120 * 1024 * 1024;

/** What the worker had after the last collection. */
let collectedTo = 180 * 1024 * 1024;

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
    if (process.memoryUsage.rss() < collectedTo + MUCH_MEMORY) return;
    globalThis.gc?.();
    collectedTo = process.memoryUsage.rss();
  }
}
