'use strict';

// That a module of Node.js may still change is nothing for users.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.stack}\n`);
});
require('node:module').enableCompileCache();
import('./rustward.mjs');
