import { wordsOf } from './secret-names.ts';

/** Keys and tokens that are known by their look, whatever holds them. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, 'an AWS access key'],
  [/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/, 'a private key'],
  [/\bgh[pousr]_[A-Za-z0-9]{36}/, 'a GitHub token'],
  [/\bxox[abprs]-[A-Za-z0-9-]{10,}/, 'a Slack token'],
  [/\b[sr]k_live_[A-Za-z0-9]{16,}/, 'a payment key'],
  [/\bsk-[A-Za-z0-9_-]{16,}/, 'an API key'],
  [/\bAIza[0-9A-Za-z_-]{35}/, 'a Google API key'],
  [/\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/, 'a signed token'],
  [/\b[a-z][a-z0-9+]{2,}:\/\/[^\s/:@%]{1,40}:(?!%)[^\s/@%]{3,60}@/i, 'a URL with a password'],
  [
    /\b(?:password|pwd|passwd)=(?!%|\$|\{|<|;|\s|$|\*)[^\s;&%*]{4,}/i,
    'a connection text with a password',
  ],
];
const PLACEHOLDER =
  /^(?:x+|\*+|\.+|-+|none|null|nil|unknown|undefined|empty|default|example|placeholder|todo|tbd|n\/?a|test|true|false|yes|no|on|off|string|hidden|redacted|your.*|my[-_]?(?:password|secret)|insert.*|enter.*|change[-_]?me.*|<.*>|\$\{.*\}|\{.*\}|\[.*\]|%.*)$/i;

/** What a text is known to be by its look. */
export function knownSecret(text: string): string | undefined {
  return KNOWN.find(([pattern]) => pattern.test(text))?.[1];
}

/** Whether a text that is given to something secret can be the secret itself. */
export function isPlausibleSecret(text: string): boolean {
  if (text.length < 4 || text.length > 400) return false;
  if (/[\s%]/.test(text) || PLACEHOLDER.test(text)) return false;
  if (/[:=,?>]$/.test(text) || /^(?:\/|\.\/|~\/|--?[a-z])/i.test(text)) return false;
  if (/\.(?:txt|pem|key|json|conf|cfg|ini|ya?ml|xml|c|h|so|db)$/i.test(text)) return false;
  // The name of a variable of the environment, of a field or of an option.
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text) && !/\d{3}/.test(text)) return false;
  const words = wordsOf(text);
  const names = words.every((word) => NAMING.test(word));
  return !names || /\d/.test(text);
}

/** Whether a text of several words spells a name out, as in tables of names: `LN_challengePassword "challengePassword"`. */
export function spellsName(text: string, name: string): boolean {
  const words = wordsOf(text);
  const plain = (parts: readonly string[]) => parts.join('').toLowerCase();
  return words.length > 1 && plain(wordsOf(name)).endsWith(plain(words));
}

/** Words of which names of fields, headers and options are made. */
const NAMING =
  /^(?:pass|password|passwd|pwd|passphrase|secret|token|key|api|access|auth|authorization|bearer|basic|user|username|login|name|id|db|database|root|admin|private|public|session|client|server|master|old|new|current|confirm|the|my|x|csrf|xsrf|cookie|header|field|value|type|aes|des|rsa|hmac|sha|md|cbc|gcm|ctr|ecb|ssl|tls|ssh|file|path|none|plain|invalid|expired|required|missing|wrong|empty|incorrect|credential|credentials|oauth|jwt|grant|refresh|code|keys|tokens|secrets|passwords|utf|ascii|hex|base|dir|store|ring|env)$/;
