import type { CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionsIn, visitExpr } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { AssignEvent, CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { fixedNonces } from './support/calls/fixed-nonces.ts';
import { ownFunction } from './support/calls/own-functions.ts';
import {
  type Weakness,
  weakCall,
  weakConstant,
  weakName,
} from './support/calls/weak-primitives.ts';
import { isPasswordName, isUnguessableName } from './support/texts/secret-names.ts';

const LOOKUP =
  /^(?:EVP_(?:get_digestbyname|get_cipherbyname|MD_fetch|CIPHER_fetch)|gcry_\w+_map_name|OBJ_\w+2nid)$/;
/** Calls that make a key: the argument with its bits. */
const KEY_BITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    RSA_generate_key: 0,
    RSA_generate_key_ex: 1,
    EVP_PKEY_CTX_set_rsa_keygen_bits: 1,
    EVP_RSA_gen: 0,
    DSA_generate_parameters_ex: 1,
    DH_generate_parameters_ex: 1,
    DH_generate_parameters: 0,
    mbedtls_rsa_gen_key: 3,
  }),
);
const HARMLESS = /checksum|etag|crc|cache|dedup|finger|uuid|bucket|test/i;
const CIPHER_BODY =
  /aes|round|cbc|ctr|gcm|ofb|cfb|mac|pbkdf|chacha|salsa|block|xts|keccak|sha|md5|poly/i;

export const weakCrypto: CRule = {
  id: 'weak_crypto',
  title: 'Broken or misused cryptography',
  category: 'crypto',
  cwe: [327, 328, 326],
  furtherCwe: [295, 329, 780, 916],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'DES, RC4, ECB mode, unpadded RSA and short keys give away what they should hide; MD5 and SHA-1 no longer tell two files apart, and are far too fast for passwords. An initialisation vector or nonce that is always the same shows which messages begin alike, and with GCM or ChaCha20 gives the key stream away. A key that is XORed over a text again and again falls to pencil and paper. As a checksum against accidents an old hash is harmless.',
  suggestion:
    'Use AES-GCM or ChaCha20-Poly1305, SHA-256 for digests, Argon2 or scrypt for passwords, and RSA keys of 2048 bits or more with OAEP.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <openssl/evp.h>
const EVP_CIPHER *choose(int old) {
  if (old) return EVP_des_ede3_cbc(); // defect
  return EVP_aes_256_ecb(); // defect
}
int hash_password(EVP_MD_CTX *context) {
  return EVP_DigestInit_ex(context, EVP_md5(), NULL); // defect
}`,
      `#include <openssl/rsa.h>
int wrap(RSA *key, const unsigned char *in, unsigned char *out, BIGNUM *e) {
  if (RSA_generate_key_ex(key, 1024, e, NULL) != 1) return -1; // defect
  return RSA_public_encrypt(256, in, out, key, RSA_NO_PADDING); // defect
}`,
      `#include <openssl/evp.h>
#include <string.h>
static const unsigned char salt[16] = "0123456789abcdef";
static int begin(EVP_CIPHER_CTX *context, const unsigned char *key, const unsigned char *vector) {
  return EVP_EncryptInit_ex(context, EVP_aes_256_cbc(), NULL, key, vector);
}
int start(EVP_CIPHER_CTX *context, const unsigned char *key, unsigned char *out) {
  unsigned char *vector = out + 16;
  memset(vector, 0, 16); // defect
  if (begin(context, key, vector) != 1) return 0;
  if (begin(context, key, salt) != 1) return 0; // defect
  unsigned char zero[16] = { 0 }; // defect
  return EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, zero);
}`,
      `void scramble(char *text, int length, const char *key, int key_length) {
  for (int i = 0; i < length; i++) text[i] ^= key[i % key_length]; // defect
}`,
    ],
    good: [
      `#include <openssl/evp.h>
#include <openssl/rand.h>
int start(EVP_CIPHER_CTX *context, const unsigned char *key) {
  unsigned char vector[16] = { 0 };
  if (RAND_bytes(vector, sizeof vector) != 1) return 0;
  return EVP_EncryptInit_ex(context, EVP_aes_256_cbc(), NULL, key, vector);
}
int restart(EVP_CIPHER_CTX *context, const unsigned char *key) {
  return EVP_EncryptInit_ex(context, NULL, NULL, key, NULL);
}`,
      `#include <openssl/evp.h>
const EVP_CIPHER *choose(void) { return EVP_aes_256_gcm(); }
int hash(EVP_MD_CTX *context) { return EVP_DigestInit_ex(context, EVP_sha256(), NULL); }`,
      `unsigned parity(const unsigned char *data, int length) {
  unsigned sum = 0;
  for (int i = 0; i < length; i++) sum ^= data[i];
  return sum;
}`,
    ],
  },
  listen: (report) => ({
    call(event, facts) {
      const { call } = event;
      if (call.receiver !== undefined || ownFunction(facts.unit, call.name) !== undefined) return;
      const weak = weakCall(call.name);
      if (weak !== undefined) reportWeakness(call, `\`${call.name}\``, weak, facts, report);
      for (const arg of call.args) constants(arg, facts, report);
      if (LOOKUP.test(call.name)) {
        for (const arg of call.args) {
          const inner = withoutCasts(arg);
          const named = inner.kind === 'string' ? weakName(inner.value) : undefined;
          if (named !== undefined) reportWeakness(call, facts.text(arg), named, facts, report);
        }
      }
      parameters(event, facts, report);
    },
    assign: (event, facts) => xor(event, facts, report),
  }),
  inspect(unit, report) {
    for (const { at, call } of fixedNonces(unit))
      report(
        at,
        `\`${call.name}\` encrypts each message with the same initialisation vector or nonce`,
        { confidence: 0.7, cwe: 329 },
      );
  },
};

const MAX_BY_NAME = 0.55;

function reportWeakness(
  at: Expr,
  what: string,
  weak: Weakness,
  facts: Facts,
  report: ReportHit,
): void {
  const { name, parameters, locals } = facts.function;
  const password =
    weak.cwe === 328 &&
    (isPasswordName(name) ||
      [...parameters, ...locals].some((variable) => isPasswordName(variable.name)));
  const harmless = weak.cwe === 328 && HARMLESS.test(name);
  report(
    at,
    `${what}: ${weak.reason}${password ? ', and both are far too fast for passwords' : ''}`,
    {
      // The name of a primitive is seen surely; whether a protocol prescribes it is not.
      confidence: password ? 0.85 : harmless ? 0.4 : Math.min(weak.confidence, MAX_BY_NAME),
      cwe: password ? 916 : weak.cwe,
    },
  );
}

/** A constant of a library that chooses a weak primitive. */
function constants(arg: Expr, facts: Facts, report: ReportHit): void {
  visitExpr(arg, (part) => {
    if (part.kind !== 'name' || part.variable !== undefined) return;
    const weak = weakConstant(part.name);
    if (weak !== undefined) reportWeakness(part, `\`${part.name}\``, weak, facts, report);
  });
}

function parameters(event: CallEvent, facts: Facts, report: ReportHit): void {
  const { call, args } = event;
  const number = (index: number): number | undefined => {
    const value = args[index];
    return value === undefined ? undefined : facts.range(value).hi;
  };
  const position = KEY_BITS.get(call.name);
  const bits = position === undefined ? undefined : number(position);
  if (bits !== undefined && bits > 0 && bits < 2048)
    report(call, `a key of ${bits} bits can be broken`, { confidence: 0.85, cwe: 326 });
  if (/^PKCS5_PBKDF2_HMAC/.test(call.name)) {
    const rounds = number(4);
    if (rounds !== undefined && rounds < 10000)
      report(call, `${rounds} rounds make a password hash that is tried out quickly`, {
        confidence: 0.75,
        cwe: 916,
      });
  }
  if (call.name === 'SSL_CTX_set_verify' && names(call, 'SSL_VERIFY_NONE'))
    report(call, 'certificates of the other side are not verified', { confidence: 0.75, cwe: 295 });
  if (
    call.name === 'curl_easy_setopt' &&
    /VERIFY(?:PEER|HOST)/.test(facts.text(call)) &&
    number(2) === 0
  )
    report(call, 'certificates of the server are not verified', {
      confidence: asksForTrust(facts.function) ? 0.6 : 0.85,
      cwe: 295,
    });
}

/** Whether a function tests a setting about certificates, so that its user decides. */
function asksForTrust({ blocks }: LoweredFunction): boolean {
  return blocks.some(
    ({ end }) =>
      end.kind === 'branch' &&
      expressionsIn(end.condition).some(
        (part) =>
          (part.kind === 'name' || part.kind === 'member') &&
          /verif|insecure|trust|ssl|tls|cert/i.test(part.name),
      ),
  );
}

function names(call: CallExpr, constant: string): boolean {
  return call.args.some((arg) => arg.kind === 'name' && arg.name === constant);
}

/** `text[i] ^= key[i % n]`: a key that repeats. */
function xor(event: AssignEvent, facts: Facts, report: ReportHit): void {
  const { expr } = event;
  if (CIPHER_BODY.test(facts.function.name) || !isElement(event.target)) return;
  const operands =
    expr.kind === 'assign' && expr.op === '^='
      ? [expr.value]
      : event.value !== undefined
        ? xored(event.value)
        : [];
  for (const operand of operands) {
    const inner = withoutCasts(operand);
    const base = inner.kind === 'index' ? withoutCasts(inner.base) : inner;
    const name = base.kind === 'name' || base.kind === 'member' ? base.name : undefined;
    if (name === undefined || !isUnguessableName(name)) continue;
    const repeats =
      inner.kind === 'index'
        ? facts.text(inner.index).includes('%')
        : inner.type.kind === 'int' && inner.type.bits <= 32;
    if (!repeats) continue;
    report(
      expr,
      `XOR with the repeating key \`${name}\` hides nothing from an attacker who knows or guesses part of the text`,
      {
        confidence: 0.65,
      },
    );
  }
}

function isElement(target: Expr | Variable): boolean {
  return 'kind' in target && (target.kind === 'index' || target.kind === 'deref');
}

function xored(value: Expr): readonly Expr[] {
  const inner = withoutCasts(value);
  return inner.kind === 'binary' && inner.op === '^' ? [inner.left, inner.right] : [];
}
