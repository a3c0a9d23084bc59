#!/usr/bin/env node
'use strict';

// The launcher of the npm package. Also a Node.js of long ago reads all of this file.
var major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    'rustward: needs Node.js 24 or later; this is ' + process.version + ' (' + process.execPath + ')\n'
  );
  process.exitCode = 2;
} else {
  require('../lib/start.cjs');
}
