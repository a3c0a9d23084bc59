/**
 * For the environment of our own programs: they begin in a third of the time where what they are
 * compiled to is kept, as it is for users. `npm test` names the folder.
 */
export const COMPILED = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
