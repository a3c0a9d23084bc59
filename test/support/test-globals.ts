import type * as globals from '@jest/globals';

type Name = 'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'it';
type Globals = Pick<typeof globals, Name | 'jest' | 'test'>;

/** Where `test-runtime.ts` puts them for the test file that it runs. */
const given: Globals = Reflect.get(globalThis, Symbol.for('rustward.test-globals'));

/** What test files import as `@jest/globals`: each file gets its own. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  given;
