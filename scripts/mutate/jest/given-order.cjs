const { default: TestSequencer } = require('@jest/test-sequencer');

/** Runs test files in the order of the list that this variable holds: the first that fails ends the run. */
const ORDER_VARIABLE = 'RUSTWARD_MUTATION_ORDER';

class GivenOrder extends TestSequencer {
  /**
   * @override
   * @param {Parameters<TestSequencer['sort']>[0]} tests
   */
  sort(tests) {
    const order = (process.env[ORDER_VARIABLE] ?? '').split('\n');
    return [...tests].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  }
}

module.exports = GivenOrder;
