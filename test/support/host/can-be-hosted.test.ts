import { expect, test } from '@jest/globals';
import { canBeHosted } from './can-be-hosted.ts';

const PLAIN = { PATH: '/bin', NODE_COMPILE_CACHE: '/c', NODE_ENV: 'test', SSL_CERT_FILE: '/s' };

test.each([
  [['scan', '.'], {}, true],
  [[], { HOME: '/h', NODE_COMPILE_CACHE: undefined }, true],
  [['scan', '-'], {}, false],
  [['lsp'], {}, false],
  [['app', '--help'], {}, false],
  [['scan', '.'], { NODE_OPTIONS: '--max-old-space-size=100' }, false],
  [['scan', '.'], { SSL_CERT_FILE: '/other' }, false],
  [['scan', '.'], { LD_PRELOAD: '/x.so' }, false],
  [['review', '.'], { https_proxy: 'http://127.0.0.1:9' }, false],
  [['review', '.'], { NO_PROXY: '*' }, false],
])('%j with %j', (args, more, can) => {
  expect(canBeHosted(args, { ...PLAIN, ...more }, PLAIN)).toBe(can);
});
