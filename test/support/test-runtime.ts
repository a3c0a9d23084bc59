import { createRequire } from 'node:module';
import { fn, spyOn } from 'jest-mock';
import { loadTestFile } from './fresh-modules.ts';
import { plainFrame } from './plain-frame.ts';

/** Where `test-globals.ts` finds what test files import. */
const GLOBALS = Symbol.for('rustward.test-globals');

/** The names of the symbols by which jest's framework keeps its state of one test file. */
const STATE = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'RETRY_TIMES_SETTER'];

const require = createRequire(import.meta.url);

/**
 * What jest loads test files with. Jest's own runtime makes a world for each file, in which all modules
 * are read, linked and compiled anew, WebAssembly included. This one has Node.js load them, into one
 * world for all test files of a worker, where the sources and packages are loaded once.
 */
export default class TestRuntime {
  setGlobalsForRuntime(globals: object): void {
    Reflect.set(globalThis, GLOBALS, { ...globals, jest: { fn, spyOn } });
    // Types are removed where they stand, so that there is nothing to map.
    Error.prepareStackTrace = (error, frames) =>
      [`${error}`, ...frames.map((frame) => `    at ${plainFrame(`${frame}`)}`)].join('\n');
  }

  /** Jest's framework, which begins anew for each test file. */
  requireInternalModule(path: string): unknown {
    delete require.cache[path];
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<void> {
    await loadTestFile(path);
  }

  teardown(): void {
    Reflect.deleteProperty(globalThis, GLOBALS);
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (STATE.includes(key.description ?? '')) Reflect.deleteProperty(globalThis, key);
    }
  }

  enterTestCode(): void {}
  leaveTestCode(): void {}
  getSourceMaps(): undefined {}
  getAllCoverageInfoCopy(): undefined {}
}
