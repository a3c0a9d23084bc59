import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/support/test-environment.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Sources are ES modules in TypeScript: only their types are removed, as Node does it itself.
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  // Kept from one run to the next: what sources are transformed to, and how long each file took.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testSequencer: '<rootDir>/test/support/test-sequencer.cjs',
  // Small projects that tests read may carry a package.json or a test of their own.
  modulePathIgnorePatterns: ['/fixtures/', '<rootDir>/examples/', '<rootDir>/dist/'],
  // Two more than there are cores: tests of the App and of whole runs wait half of their time.
  maxWorkers: availableParallelism() + 2,
  // Parsers start, git and browsers run for real; a busy machine must not fail a test.
  testTimeout: 300_000,
  reporters: ['default', '<rootDir>/test/support/closing-line-reporter.ts'],
};
