import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The seal of a value that is kept where others may write: an HMAC over it, so that only who has the key can
 * have made it.
 * @param place what else it belongs to: the same value elsewhere has another seal
 */
export function sealOf(key: Buffer, place: string, content: object): string {
  const text = `${place}\n${JSON.stringify(content)}`;
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}

/** Whether a seal is that of a value. */
export function isSealOf(seal: string, key: Buffer, place: string, content: object): boolean {
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(key, place, content))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
