/**
 * For the environment of our own programs: they begin in a third of the time where what they are
 * compiled to is kept, as it is for users. `npm test` names the folder.
 */
export const COMPILED = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/**
 * Options of Node for a process that has a PGlite or parses a few small files, and lives for seconds: V8
 * would spend a quarter of these or more on making WebAssembly faster, which only pays in a process that
 * lives for long, and a tenth on collecting the garbage of a young generation that begins with 1 MB.
 */
export const QUICK = ['--liftoff-only', '--min-semi-space-size=16'] as const;

/** The same for our own programs from the sources or their bundle. */
export const SHORT_LIVED = ['--disable-warning=ExperimentalWarning', ...QUICK] as const;
