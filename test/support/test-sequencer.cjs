const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { default: TestSequencer } = require('@jest/test-sequencer');

/**
 * What takes longest, the longest first, by the time that each took on two quiet cores. A
 * long file that begins last would leave all cores but one with nothing to do.
 */
const LONG = [
  ...['app', 'life-of-a-migration', 'life-of-a-pull-request', 'equivalence/returned-memory'],
  ...['equivalence/generics', 'equivalence/parts', 'equivalence/check-equivalence'],
  ...['security/scan/hard-files', 'security/reproduce/reproducer', 'equivalence/wide-integers'],
  ...['security/triage/reproduce', 'equivalence/inputs/tricky', 'migration/link/link-project'],
  ...['cli/migrate/scan', 'security/scan/analysis-cache', 'equivalence/files'],
  ...['equivalence/callbacks', 'cli/migrate/full-disk', 'cli/migrate/run'],
  ...['action/review/scan-workspace', 'github/publication-plan/publication-plan-of'],
  ...['cli/migrate/faults', 'equivalence/streams', 'equivalence/plan/process-effects'],
  ...['github/migrate/jobs/link-queue', 'equivalence/objects', 'github/instructions/propose-fix'],
];

/** The order in which the test files begin: these, then what jest knows to be long, or large. */
class LongestFirst extends TestSequencer {
  /**
   * @override
   * @param {Parameters<TestSequencer['sort']>[0]} tests
   */
  async sort(tests) {
    const paths = LONG.map((name) => join(__dirname, '..', `${name}.test.ts`));
    const gone = paths.find((path) => !existsSync(path));
    if (gone !== undefined) throw new Error(`${gone} is not there: see ${__filename}`);
    const rank = new Map(paths.map((path, index) => [path, index]));
    const rankOf = (/** @type {string} */ path) => rank.get(path) ?? paths.length;
    const sorted = await super.sort([...tests]);
    return sorted.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}

module.exports = LongestFirst;
