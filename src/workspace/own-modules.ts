import { registerHooks } from 'node:module';

/**
 * Tells Node where this program's own modules are. An import of them names its file, so that there is
 * nothing to look for: that saves an eighth of the time until the program runs.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (!/^\.\.?\/.*\.ts$/.test(specifier) || context.parentURL === undefined)
      return next(specifier, context);
    const { href } = new URL(specifier, context.parentURL);
    return { url: href, format: 'module-typescript', shortCircuit: true };
  },
});
