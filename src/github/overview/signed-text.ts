import { createHmac, createPrivateKey, hkdfSync } from 'node:crypto';
import { isSameText } from '../server/same-text.ts';

/** What cookies are signed with: from the app's private key, so that there is no further secret to keep. */
export function cookieKey(privateKey: string): Uint8Array {
  const bytes = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' });
  return new Uint8Array(hkdfSync('sha256', bytes, '', 'rustward cookies', 32));
}

/** 43 characters that only who has the key can know. @param purpose keeps one use apart from others */
export function derivedText(key: Uint8Array, purpose: string, text: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, text]))
    .digest('base64url');
}

/** A text with its signature, for a cookie. @param text letters, digits, `_`, `-` and `.` */
export function signText(key: Uint8Array, purpose: string, text: string): string {
  return `${text}.${derivedText(key, purpose, text)}`;
}

/** The text that was signed for that purpose; undefined for anything else. */
export function openSignedText(
  key: Uint8Array,
  purpose: string,
  signed: string,
): string | undefined {
  const at = signed.lastIndexOf('.');
  if (at < 0) return undefined;
  const text = signed.slice(0, at);
  return isSameText(signed.slice(at + 1), derivedText(key, purpose, text)) ? text : undefined;
}
