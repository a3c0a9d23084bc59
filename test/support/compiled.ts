/**
 * For the environment of our own programs: they begin in a third of the time where what they are
 * compiled to is kept, as it is for users. `npm test` names the folder.
 */
export const COMPILED = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/**
 * The young generation of V8 begins with 1 MB: a tenth of what a process takes that lives for a second would be
 * for collecting the garbage there.
 */
export const LARGE_YOUNG = '--min-semi-space-size=16';

/**
 * Options of Node for a process that has a PGlite or parses a few small files, and lives for seconds: V8
 * would spend a quarter of these or more on making WebAssembly faster, which only pays in a process that
 * lives for long.
 */
export const SHORT_LIVED = [
  '--disable-warning=ExperimentalWarning',
  '--liftoff-only',
  LARGE_YOUNG,
] as const;
