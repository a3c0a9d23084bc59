import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  // Node.js loads the test files: see docs/decisions/test-world.md.
  testEnvironment: '<rootDir>/test/support/test-environment.ts',
  runtime: '<rootDir>/test/support/test-runtime.ts',
  injectGlobals: false,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {},
  // Kept from one run to the next: how long each file took.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testSequencer: '<rootDir>/test/support/test-sequencer.cjs',
  // Small projects that tests read may carry a package.json or a test of their own.
  modulePathIgnorePatterns: [
    ...[
      '/fixtures/',
      '<rootDir>/examples/',
      '<rootDir>/editors/',
      '<rootDir>/dist/',
      '<rootDir>/.stryker-tmp/',
    ],
  ],
  // Two more than there are cores: tests of the App and of whole runs wait half of their time.
  maxWorkers: availableParallelism() + 2,
  // Parsers start, git and browsers run for real; a busy machine must not fail a test.
  testTimeout: 300_000,
  reporters: ['default', '<rootDir>/test/support/closing-line-reporter.ts'],
};
