/** Takes secrets out of a text. What it returns is safe to send, to record and to print. */
export type Redact = (text: string) => string;

const MASK = '[redacted]';

/** Values shorter than this may be words; replacing them would garble texts. */
const MIN_SECRET_LENGTH = 8;

/**
 * The forms that well-known secrets have. Each is narrow enough that code which merely looks
 * random stays as it is.
 */
const PATTERNS: readonly RegExp[] = [
  // Private keys, in PEM.
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:[\s\S]{0,20000}?-----END [A-Z0-9 ]*PRIVATE KEY-----|[A-Za-z0-9+/=\s\\]*)/g,
  // Keys of model providers.
  /\bsk-(?=[A-Za-z0-9_-]{0,200}\d)[A-Za-z0-9_-]{20,}/g,
  // Tokens of GitHub and GitLab.
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  // Those of GitHub Apps, which are a number and a web token.
  /\bghs_[A-Za-z0-9._-]{36,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  // Access keys of AWS, and API keys of Google.
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  // Tokens of Slack and npm.
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  // JSON Web Tokens: three parts in base64, the first two of which begin with `{"`.
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
];

/** Whatever authorises a request, up to the end of the word: `Bearer …`, `user:password@`. */
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer\s+)(?=\S*\d)[A-Za-z0-9._~+/=-]{16,}/gi, `$1${MASK}`],
  [/(\b[a-z][a-z0-9+.-]{0,40}:\/\/)[^\s/:@'"]+:[^\s/@'"]+@/gi, `$1${MASK}@`],
];

/**
 * Makes a function that takes out secrets by value and by pattern.
 * @param values secrets that are known, such as API keys; also found where they are percent-encoded
 *   or in base64
 */
export function redactor(values: readonly string[]): Redact {
  const known = values
    .filter((value) => value.length >= MIN_SECRET_LENGTH)
    .flatMap((value) => [
      value,
      encodeURIComponent(value),
      Buffer.from(value).toString('base64').replace(/=+$/, ''),
    ])
    // A secret that contains another one goes first, or its rest would stay.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let result = text;
    for (const value of known) result = result.replaceAll(value, MASK);
    for (const pattern of PATTERNS) result = result.replace(pattern, MASK);
    for (const [pattern, replacement] of CREDENTIALS) result = result.replace(pattern, replacement);
    return result;
  };
}
