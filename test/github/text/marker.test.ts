import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Marker,
  markerKey,
  parseMarker,
  printMarker,
  type Seal,
} from '../../../src/github/text/marker.ts';

const SEAL: Seal = { key: new Uint8Array(32).fill(1), repository: 5, number: 7, author: 11 };
const MARKER: Marker = { kind: 'finding', words: ['1a2b3c4d'] };

const word = fc.string({ unit: fc.constantFrom(...'aZ09_.:='), minLength: 1, maxLength: 100 });
const marker: fc.Arbitrary<Marker> = fc.record({
  kind: fc.constantFrom(
    'finding',
    'review',
    'returned',
    'triage',
    'status',
    'migration',
    'dashboard',
  ),
  words: fc.array(word, { maxLength: 50 }),
});

describe('a marker', () => {
  test('is read as it was printed, below any text', () => {
    fc.assert(
      fc.property(marker, fc.string(), (value, text) => {
        const body = `${text}\n\n${printMarker(value, SEAL)}`;
        expect(parseMarker({ body, author: 11 }, SEAL)).toEqual(value);
      }),
    );
  });

  test('shows nothing: it is one HTML comment, on one line', () => {
    fc.assert(
      fc.property(marker, (value) => {
        const text = printMarker(value, SEAL);
        expect(text).toMatch(/^<!-- [^\n<>]* -->$/);
        expect(text.slice(4, -3)).not.toContain('--');
      }),
    );
  });

  test.each<[string, Partial<Seal>]>([
    ['another repository', { repository: 6 }],
    ['another pull request', { number: 8 }],
    ['another key', { key: new Uint8Array(32).fill(2) }],
    ['another author', { author: 12 }],
  ])('is nothing with %s', (_what, other) => {
    const body = printMarker(MARKER, SEAL);
    expect(parseMarker({ body, author: 11 }, { ...SEAL, ...other })).toBeUndefined();
  });

  test('is nothing when anything of it is changed', () => {
    const body = printMarker(MARKER, SEAL);
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.string({ maxLength: 2 }), (at, text) => {
        const changed = body.slice(0, at) + text + body.slice(at + 1);
        fc.pre(changed.trimEnd() !== body);
        const read = parseMarker({ body: changed, author: 11 }, SEAL);
        expect(read).toBeUndefined();
      }),
    );
  });

  test('is nothing where it is quoted above the end', () => {
    const quoted = printMarker(MARKER, SEAL);
    expect(parseMarker({ body: `${quoted}\nand more`, author: 11 }, SEAL)).toBeUndefined();
    expect(parseMarker({ body: `> ${quoted}`, author: 11 }, SEAL)).toBeUndefined();
  });

  test('takes no word that could end it', () => {
    const words = ['--> <img src=x>'];
    expect(() => printMarker({ kind: 'triage', words }, SEAL)).toThrow('pattern');
  });
});

test('the key is the same in every form of the private key', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [one, other] = (['pkcs1', 'pkcs8'] as const).map((type) =>
    markerKey(privateKey.export({ type, format: 'pem' }).toString()),
  );
  expect(one).toHaveLength(32);
  expect(one).toEqual(other);
});
