import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { redactor } from '../../../src/model/redaction/redact.ts';
import { redactStream } from '../../../src/model/redaction/redact-stream.ts';

const SECRET = 'hunter2-and/more';
const redact = redactor([SECRET, 'short']);
// In two parts, so that no scanner of this repository takes them for real ones.
const PEM = [
  '-----BEGIN RSA ',
  'PRIVATE KEY-----\nMIIEow+/IBAAK\n-----END RSA PRIVATE KEY-----',
].join('');

describe('secrets are taken out', () => {
  test.each([
    ['a known value', `key: ${SECRET}.`],
    ['in a URL', `?key=${encodeURIComponent(SECRET)}`],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['a private key', PEM],
    ['one in a string of C', PEM.replaceAll('\n', '\\n"\n"')],
    ['one without end', PEM.slice(0, 45)],
    ['a key of a provider', `sk-${'a1'.repeat(12)}`],
    ['a token of GitHub', `ghp_${'a1'.repeat(18)}`],
    [
      'a token of an app',
      `ghs_123_eyJ${'a1'.repeat(18)}.eyJ${'a1'.repeat(40)}.${'a1'.repeat(90)}-_`,
    ],
    ['a token of GitHub with rights of its own', `github_pat_${'a1'.repeat(20)}`],
    ['a token of GitLab', `glpat-${'a1'.repeat(10)}`],
    ['an access key', `AKIA${'A1'.repeat(8)}`],
    ['an access key for a while', `ASIA${'A1'.repeat(8)}`],
    ['an API key of Google', `AIza${'a1'.repeat(17)}b`],
    ['a token of Slack', `xoxb-${'a1'.repeat(10)}-${'a1'.repeat(6)}`],
    ['a token of npm', `npm_${'a1'.repeat(18)}`],
    ['a header', `authorization: Bearer ${'a1'.repeat(12)}`],
    ['a URL with a password', 'https://user:pass@example.org/x'],
    ['a web token', `eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.${'a1'.repeat(12)}`],
  ])('%s', (_name, text) => {
    const clean = redact(text);
    expect(clean).toContain('[redacted]');
    expect(clean).not.toMatch(/hunter2|MIIE|a1a1|A1A1|user:pass/);
  });

  test.each([
    'a short word stays',
    'sk-learn-is-a-package-name',
    'glpat-token and npm_config_registry, as the manual has them',
    'risk-assessment-of-the-parser-1',
    'uint32_t k[] = { 0x6a09e667, 0xbb67ae85 };',
    'https://example.org/a:b',
    'the bearer of this',
  ])('code and prose stay: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('wherever they stand, and twice is as once', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const clean = redact(`${before}${SECRET}${after}`);
        expect(clean).not.toContain(SECRET);
        expect(redact(clean)).toBe(clean);
      }),
    );
  });

  test('in a stream, however it is cut', () => {
    const whole = `one\n${SECRET} two\n${PEM}\nthree`;
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 6 }), (cuts) => {
        const ends = [...cuts, whole.length].sort((a, b) => a - b);
        let heard = '';
        const stream = redactStream(redact, (text) => {
          heard += text;
        });
        let start = 0;
        for (const end of ends) {
          stream.push(whole.slice(start, end));
          start = end;
        }
        stream.end();
        expect(heard).toBe('one\n[redacted] two\n[redacted]\nthree');
      }),
    );
  });
});
