import { wordsOf } from '../../../code/rust/items/path.ts';
import { carriesText, pointee, type RustType } from '../../../code/rust/items/types.ts';

const SECRET = new Set([
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'credential',
  'credentials',
  'apikey',
  'privatekey',
  'token',
]);
const KEY_KINDS = new Set([
  'api',
  'private',
  'secret',
  'access',
  'encryption',
  'signing',
  'master',
  'session',
  'auth',
  'aes',
  'hmac',
  'jwt',
  'ssh',
  'crypto',
]);
/** Words after which a name speaks about a secret and does not hold one. */
const ABOUT = new Set([
  'length',
  'len',
  'name',
  'names',
  'id',
  'ids',
  'type',
  'kind',
  'count',
  'index',
  'env',
  'var',
  'file',
  'path',
  'dir',
  'url',
  'uri',
  'endpoint',
  'policy',
  'field',
  'header',
  'prompt',
  'label',
  'hash',
  'hashed',
  'hasher',
  'digest',
  'valid',
  'expired',
  'expiry',
  'ttl',
  'size',
  'error',
  'set',
  'min',
  'max',
  'limit',
  'usage',
  'required',
  'regex',
  'pattern',
  'placeholder',
  'prefix',
  'public',
  'stream',
  'tree',
  'kinds',
  'tokens',
  'description',
  'message',
  'help',
]);

/** Whether a name says that what it holds must stay secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (ABOUT.has(last) || words.includes('public')) return false;
  if (words.some((word) => SECRET.has(word))) return true;
  const key = words.indexOf('key');
  return key > 0 && KEY_KINDS.has(words[key - 1] ?? '');
}

/** Names that may hold a key: only where the type or the context says that it is bytes. */
export function isKeyName(name: string): boolean {
  const words = wordsOf(name);
  return isSecretName(name) || (words.at(-1) === 'key' && !words.includes('public'));
}

/** Types that keep what they hold from being printed, or wipe it. */
export function isProtected(type: RustType | undefined): boolean {
  return (
    type !== undefined &&
    (/\b(?:Secret\w*|Zeroiz\w+|Protected\w*|Sensitive\w*|Redacted\w*|Hidden\w*)\b/.test(
      type.text,
    ) ||
      type.inner.some(isProtected))
  );
}

/** Text or bytes, which can hold a secret; a `Token` of a parser or a counter cannot. */
export function canHoldSecret(type: RustType | undefined): boolean {
  return carriesText(type) || isBytes(type);
}

export function isBytes(type: RustType | undefined): boolean {
  const at = pointee(type);
  if (at?.kind === 'array' || at?.kind === 'slice') return at.inner[0]?.name === 'u8';
  return at?.name === 'Vec' && at.inner[0]?.name === 'u8';
}
