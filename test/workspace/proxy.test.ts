import { describe, expect, test } from '@jest/globals';
import { proxiesOf, shownProxy } from '../../src/workspace/proxy.ts';

const OWN = ['localhost', '127.0.0.1', '::1', '[::1]'];

describe('the proxies of an environment', () => {
  test.each([
    [{}, undefined],
    [{ HTTPS_PROXY: ' ', NO_PROXY: 'a.test' }, undefined],
    [
      { HTTPS_PROXY: 'http://one.test:1' },
      { https: 'http://one.test:1', http: undefined, none: OWN },
    ],
    [
      {
        HTTPS_PROXY: 'http://one.test',
        https_proxy: 'http://two.test',
        HTTP_PROXY: 'three.test:3',
      },
      { https: 'http://two.test', http: 'http://three.test:3', none: OWN },
    ],
    [
      { http_proxy: 'http://one.test', NO_PROXY: '.corp.test, localhost  10.0.0.1' },
      {
        ...{ https: undefined, http: 'http://one.test' },
        none: ['.corp.test', 'localhost', '10.0.0.1', '127.0.0.1', '::1', '[::1]'],
      },
    ],
  ])('%j', (env, proxies) => {
    expect(proxiesOf(env)).toEqual(proxies);
  });

  test('what is none is refused by its name, and not shown', () => {
    const values = ['socks5://ada:open-sesame@one.test', '5socks://one.test'];
    for (const value of [...values, 'http://ada:open sesame']) {
      expect(() => proxiesOf({ HTTPS_PROXY: value })).toThrow(
        /^HTTPS_PROXY is no address of a proxy; write it as http:\/\/proxy\.example\.org:3128$/,
      );
    }
  });

  test('one is shown without user and password', () => {
    expect(shownProxy('http://ada:open-sesame@one.test:3128/')).toBe('http://one.test:3128');
  });
});
