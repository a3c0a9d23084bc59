const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { default: TestSequencer } = require('@jest/test-sequencer');
const { SLOW_TESTS } = require('./slow-tests.cjs');

/** The order in which the test files begin: these, then what jest knows to be long, or large. */
class LongestFirst extends TestSequencer {
  /**
   * @override
   * @param {Parameters<TestSequencer['sort']>[0]} tests
   */
  async sort(tests) {
    const paths = SLOW_TESTS.map((name) => join(__dirname, '..', `${name}.test.ts`));
    const gone = paths.find((path) => !existsSync(path));
    if (gone !== undefined) throw new Error(`${gone} is not there: see slow-tests.cjs`);
    const rank = new Map(paths.map((path, index) => [path, index]));
    const rankOf = (/** @type {string} */ path) => rank.get(path) ?? paths.length;
    const sorted = await super.sort([...tests]);
    return sorted.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}

module.exports = LongestFirst;
