/** Why a primitive is weak, the weakness it is, and how sure that it matters. */
export interface Weakness {
  readonly reason: string;
  readonly cwe: number;
  readonly confidence: number;
}

const MD5 = { reason: 'MD4 and MD5 collide on demand', cwe: 328, confidence: 0.7 };
const SHA1 = { reason: 'SHA-1 collides at a price that attackers pay', cwe: 328, confidence: 0.45 };
const DES = {
  reason: 'DES has a key that can be tried out, and blocks that repeat after a few gigabytes',
  cwe: 327,
  confidence: 0.85,
};
const OLD = {
  reason: 'this cipher is broken or has blocks that are too small',
  cwe: 327,
  confidence: 0.8,
};
const ECB = { reason: 'ECB encrypts equal blocks to equal blocks', cwe: 327, confidence: 0.85 };
const PADDING = {
  reason: 'RSA without padding can be undone and forged',
  cwe: 780,
  confidence: 0.85,
};
const TLS = { reason: 'this version of the protocol is broken', cwe: 327, confidence: 0.75 };

/** Calls by their names in OpenSSL, mbed TLS, CommonCrypto, nettle, wolfSSL and their like. */
const CALLS: readonly (readonly [RegExp, Weakness])[] = [
  [
    /^(?:EVP_des_|EVP_desx|DES_(?!random|string|is_weak|check)|mbedtls_des|wc_Des|des_set_key|des3?_crypt|gost_)/i,
    DES,
  ],
  [/^(?:EVP_\w+_ecb|AES_ecb_encrypt|mbedtls_\w+_crypt_ecb|wc_AesEcb\w*|AES_ECB_\w+)$/, ECB],
  [
    /^(?:EVP_rc[245]\w*|RC[24](?:_\w+)?|arc4_\w+|EVP_bf_\w+|BF_(?:set_key|\w+_encrypt|encrypt)|EVP_cast5\w*|EVP_idea\w*|IDEA_\w+|CAST_\w+|mbedtls_(?:arc4|blowfish|xtea)_\w+|wc_Arc4\w+)$/,
    OLD,
  ],
  [
    /^(?:EVP_md[245]|MD[245](?:_Init)?|MD5(?:_?Init|String|Data)|CC_MD[245](?:_Init)?|mbedtls_md[245](?:_starts|_ret|_starts_ret)?|wc_(?:Init)?Md5\w*|md5_init(?:_ctx)?|g_md5|nettle_md5_init)$/i,
    MD5,
  ],
  [
    /^(?:EVP_sha1?|SHA1(?:_Init)?|SHA_Init|CC_SHA1(?:_Init)?|mbedtls_sha1(?:_starts|_ret|_starts_ret)?|wc_(?:Init)?Sha|sha1_init(?:_ctx)?|nettle_sha1_init)$/,
    SHA1,
  ],
  [/^(?:SSLv[23]|TLSv1(?:_1)?)_(?:client_|server_)?method$/, TLS],
];

/** Constants that choose a primitive. */
const CONSTANTS: readonly (readonly [RegExp, Weakness])[] = [
  [/^RSA_NO_PADDING$/, PADDING],
  [
    /^(?:kCCAlgorithm(?:3?DES)|CALG_(?:3?DES\w*)|BCRYPT_(?:3?DES)\w*_ALGORITHM|GCRY_CIPHER_3?DES|MBEDTLS_CIPHER_DES\w*|GNUTLS_CIPHER_\w*3?DES\w*)$/,
    DES,
  ],
  [
    /^(?:kCCAlgorithmRC[24]|CALG_RC[24]|BCRYPT_RC[24]_ALGORITHM|GCRY_CIPHER_(?:ARCFOUR|RFC2268_\w+|BLOWFISH|IDEA|CAST5)|kCCAlgorithmBlowfish|kCCAlgorithmCAST|GNUTLS_CIPHER_ARCFOUR\w*|MBEDTLS_CIPHER_(?:ARC4|BLOWFISH)\w*)$/,
    OLD,
  ],
  [
    /^(?:kCCOptionECBMode|GCRY_CIPHER_MODE_ECB|CRYPT_MODE_ECB|MBEDTLS_(?:CIPHER_\w+_ECB|MODE_ECB)|BCRYPT_CHAIN_MODE_ECB)$/,
    ECB,
  ],
  [
    /^(?:CALG_MD[245]|BCRYPT_MD[245]_ALGORITHM|GCRY_MD_MD[245]|MBEDTLS_MD_MD[245]|GNUTLS_DIG_MD[25]|G_CHECKSUM_MD5|NID_md[245])$/,
    MD5,
  ],
  [
    /^(?:CALG_SHA1?|BCRYPT_SHA1_ALGORITHM|GCRY_MD_SHA1|MBEDTLS_MD_SHA1|GNUTLS_DIG_SHA1|G_CHECKSUM_SHA1)$/,
    SHA1,
  ],
];

/** Names that libraries look a primitive up by. */
const NAMES: readonly (readonly [RegExp, Weakness])[] = [
  [/^(?:md[245])$/i, MD5],
  [/^sha-?1$/i, SHA1],
  [/^(?:3?des|des-?(?:ede3?|cbc|cfb|ofb|ecb)\w*)/i, DES],
  [/^(?:rc[24]|arcfour|bf(?:-\w+)?|blowfish|cast5?|idea)\b/i, OLD],
  [/-ecb$/i, ECB],
];

function first(
  table: readonly (readonly [RegExp, Weakness])[],
  name: string,
): Weakness | undefined {
  return table.find(([pattern]) => pattern.test(name))?.[1];
}

/** A call that uses a weak primitive. */
export const weakCall = (name: string): Weakness | undefined => first(CALLS, name);
/** A constant that chooses a weak primitive. */
export const weakConstant = (name: string): Weakness | undefined => first(CONSTANTS, name);
/** A name, in a string, that chooses a weak primitive. */
export const weakName = (name: string): Weakness | undefined => first(NAMES, name);
