/** Words that name something that must stay secret. */
const SECRET =
  /^(?:pass|password|passwd|pwd|passphrase|passcode|secret|secrets|credential|credentials|apikey|privatekey|secretkey|token|pin)$/;
const KEY_KIND =
  /^(?:api|private|priv|secret|access|encryption|encrypt|crypt|cipher|signing|sign|master|session|auth|aes|des|hmac|jwt|ssh|rsa|shared|secret)$/;
/** Parsers have tokens too: only these words make one a secret. */
const TOKEN_KIND =
  /^(?:auth|access|api|session|refresh|bearer|csrf|jwt|secret|user|login|service|bot|oauth|admin|github|slack|device|reset|security|private|authorization)$/;
/** Words after which a name speaks about a secret and does not hold one. */
const ABOUT =
  /^(?:len|length|size|count|num|max|min|name|names|id|ids|type|kind|index|idx|file|filename|path|dir|url|uri|env|var|field|prompt|label|msg|message|text|title|hint|hash|hashed|digest|valid|ok|set|flag|flags|timeout|ttl|expiry|version|policy|header|prefix|suffix|error|err|errors|attempts|retries|tries|usage|help|fmt|format|regex|pattern|required|delim|delimiter|list|tab|table|str2|num|callback|cb|fn|func|words|pos|ptr|end|start|offset|stream|tree|public|pub|bits|usage|check|entry|column|col|row|word|charset|chars|alphabet)$/;

/** Words of a name that says what may be wrong with a secret. */
const FAULT = /^(?:err|error|errcode|errno|invalid|missing|wrong|expired)$/;

/** `sessionKey`, `SESSION_KEY` and `session-key` as their words, in lower case. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}

/** Whether a name says that what it holds must stay secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (ABOUT.test(last) || words.some((word) => /^pub(?:lic)?$/.test(word) || FAULT.test(word)))
    return false;
  if (words.some((word) => SECRET.test(word) || /(?:password|passwd|passphrase)$/.test(word)))
    return !/^(?:token|pin)$/.test(last) || words.some((word) => TOKEN_KIND.test(word));
  const key = words.indexOf('key');
  return key > 0 && KEY_KIND.test(words[key - 1] ?? '');
}

/** Whether a name says that it holds a password, rather than any secret. */
export function isPasswordName(name: string): boolean {
  const words = wordsOf(name);
  return (
    !ABOUT.test(words.at(-1) ?? '') &&
    !words.some((word) => FAULT.test(word)) &&
    words.some((word) => /^(?:pass|pwd|passcode)$|(?:password|passwd|passphrase)$/.test(word))
  );
}

/** Also plain keys, nonces and salts: what must not be guessed. */
export function isUnguessableName(name: string): boolean {
  const words = wordsOf(name);
  return (
    isSecretName(name) ||
    (!ABOUT.test(words.at(-1) ?? '') &&
      words.some((word) =>
        /^(?:nonce|salt|iv|otp|csrf|token|tokens|sid|cookie|captcha|challenge|keystream)$/.test(
          word,
        ),
      )) ||
    words.at(-1) === 'key'
  );
}
