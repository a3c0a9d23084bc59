import type { CallExpr, Expr, Span } from '../../code/c/ir/ast.ts';
import { stringOf } from '../../code/c/ir/literals.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { visitExpr, visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { isPasswordName, isSecretName, wordsOf } from './support/texts/secret-names.ts';
import { isPlausibleSecret, knownSecret, spellsName } from './support/texts/secret-values.ts';

/** Calls that are given a secret, and where. */
const TAKES: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    mysql_real_connect: [3],
    mysql_change_user: [2],
    PQsetdbLogin: [6],
    sqlite3_key: [1],
    ldap_simple_bind_s: [2],
    ssh_userauth_password: [2],
    libssh2_userauth_password: [2],
    SSL_CTX_set_default_passwd_cb_userdata: [1],
    DES_set_key: [0],
    DES_set_key_unchecked: [0],
    DES_string_to_key: [0],
    AES_set_encrypt_key: [0],
    AES_set_decrypt_key: [0],
    EVP_EncryptInit_ex: [3],
    EVP_DecryptInit_ex: [3],
    EVP_CipherInit_ex: [3],
    EVP_EncryptInit: [2],
    HMAC: [1],
    RC4_set_key: [2],
    BF_set_key: [2],
    mbedtls_aes_setkey_enc: [1],
    mbedtls_md_hmac: [1],
    PKCS5_PBKDF2_HMAC: [0],
  }),
);
const KEYS = /^(?:EVP|AES|DES|HMAC|RC4|BF|mbedtls)_?/;
const EQUALS = /^(?:str(?:n|case|ncase)?cmp|memcmp|CRYPTO_memcmp|strcoll|wcscmp)$/;
const COPIES = /^(?:str(?:n|l)?cpy|stpcpy|strcpy_s|memcpy)$/;

export const hardcodedCredentials: CRule = {
  id: 'hardcoded_credentials',
  title: 'A password or key stands in the code',
  category: 'crypto',
  cwe: [798, 259, 321],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'Everybody who has the program or its source has the secret too: `strings` is enough. It is the same in every installation and can only be changed by a new release.',
  suggestion:
    'Read it from the environment, a protected file or a secret store, and replace the one that was published.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `static const char *smtp_password = "h7!kQz02"; // defect
#define API_TOKEN "9f86d081884c7d65" // defect
struct login { const char *user; const char *password; };
struct login backup = { .user = "backup", .password = "Winter-2019" }; // defect
`,
      `#include <string.h>
int unlock(const char *passcode) {
  return strcmp(passcode, "open-sesame") == 0; // defect
}`,
      `int begin(unsigned char *out) {
  static const unsigned char aes_key[16] = { 12, 9, 77, 201, 3, 5, 88, 17, 4, 250, 6, 7, 31, 2, 1, 99 }; // defect
  out[0] = aes_key[0];
  return 0;
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <string.h>
#define PASSWORD_FIELD "password"
static const char *password_prompt = "Password: ";
static const char *token_env = "SERVICE_TOKEN";
int check(const char *password, const char *expected) {
  if (password == NULL || strcmp(password, "") == 0) return 0;
  return strcmp(password, expected) == 0;
}
const char *token(void) { return getenv(token_env); }`,
      `#define LN_challenge_password "challengePassword"
#define SN_id_revPassphrase "id-revPassphrase"
#define SN_singlePass_sha1kdf_scheme \\
  "singlePass-sha1kdf-scheme"
`,
      `static const unsigned char descriptor_key[] = { 6, 14, 43, 52, 2, 83, 1, 1, 13, 1, 1, 1 };
static const unsigned char element_key[] = { 6, 14, 43, 52, 1, 2, 1, 1, 13, 1, 3, 1 };
int is_known(const unsigned char *key) { return key[4] == descriptor_key[4] || key[4] == element_key[4]; }`,
      `#define MAX_PASSWORD_LENGTH 64
enum token { TOKEN_NAME, TOKEN_NUMBER };
static const char *token_names[] = { "identifier", "number" };
const char *name_of(enum token token) { return token_names[token]; }`,
    ],
  },
  inspect(unit, report) {
    macros(unit, unit.tree.root, report);
    for (const { variable, init } of unit.globals)
      if (init !== undefined) {
        declared(unit, variable.name, variable.type, init, report);
        visitExpr(init, (part) => literal(part, report));
      }
    for (const fn of unit.functions) {
      for (const { steps } of fn.blocks)
        for (const step of steps)
          if (step.kind === 'declare' && step.init !== undefined)
            declared(unit, step.variable.name, step.variable.type, step.init, report);
      visitFunction(fn, (expr) => {
        literal(expr, report);
        if (expr.kind === 'call') called(expr, report);
        if (expr.kind === 'assign' && expr.op === '=') {
          const name = nameOf(expr.target);
          if (name !== undefined) given(name, expr.value, expr, report);
        }
      });
    }
  },
};

function literal(expr: Expr, report: ReportHit): void {
  const what = expr.kind === 'string' ? knownSecret(expr.value) : undefined;
  if (what !== undefined) report(expr, `this text looks like ${what}`, { confidence: 0.85 });
}

function macros(unit: TranslationUnit, node: SyntaxNode, report: ReportHit): void {
  for (const child of node.children) {
    if (child.type === 'preproc_def') {
      const name = childOf(child, 'name');
      const value = childOf(child, 'value');
      const text = value === undefined ? '' : unit.tree.textOf(value).trim();
      // The grammar counts a comment behind the value as part of it.
      const quoted = /^\(?\s*(L?"(?:[^"\\]|\\.)*")\s*\)?\s*(?:\/[/*].*)?$/.exec(text)?.[1];
      if (name === undefined || quoted === undefined) continue;
      const inside = stringOf(quoted);
      const what = knownSecret(inside);
      if (what !== undefined) report(name, `this text looks like ${what}`, { confidence: 0.85 });
      else secret(unit.tree.textOf(name), inside, name, report);
    } else if (/^preproc_|translation_unit|linkage|declaration_list/.test(child.type))
      macros(unit, child, report);
  }
}

function declared(
  unit: TranslationUnit,
  name: string,
  type: CType,
  init: Expr,
  report: ReportHit,
): void {
  const inner = withoutCasts(init);
  if (inner.kind === 'initlist') {
    const isBytes = type.kind === 'array' && type.of.kind === 'int' && type.of.bits === 8;
    if (isBytes) return bytes(unit, name, numbersOf(inner), init, report);
    const record = type.kind === 'record' ? unit.symbols.record(type.name) : undefined;
    inner.items.forEach((item, index) => {
      const field = item.name ?? record?.fields[index]?.name;
      if (field !== undefined) given(field, item.value, item.value, report);
    });
    return;
  }
  given(name, init, init, report);
}

type InitList = Expr & { readonly kind: 'initlist' };

function numbersOf({ items }: InitList): readonly number[] {
  return items.flatMap(({ value }) => (value.kind === 'number' ? [value.value] : []));
}

/** The bytes with which the labels of one register begin, such as those of SMPTE or of an object identifier. */
const PREFIX = 4;

const prefixes = new WeakMap<TranslationUnit, ReadonlyMap<string, number>>();

/** Whether another array of the file begins in the same way: labels do, and secrets do not. */
function isLabel(unit: TranslationUnit, numbers: readonly number[]): boolean {
  let counts = prefixes.get(unit);
  if (counts === undefined) {
    const all = new Map<string, number>();
    for (const { init } of unit.globals)
      if (init !== undefined)
        visitExpr(init, (part) => {
          const own = part.kind === 'initlist' ? numbersOf(part) : [];
          const prefix = own.slice(0, PREFIX).join();
          if (own.length > PREFIX) all.set(prefix, (all.get(prefix) ?? 0) + 1);
        });
    prefixes.set(unit, all);
    counts = all;
  }
  return (counts.get(numbers.slice(0, PREFIX).join()) ?? 0) > 1;
}

/** The bytes of a key, one by one. */
function bytes(
  unit: TranslationUnit,
  name: string,
  numbers: readonly number[],
  at: Span,
  report: ReportHit,
): void {
  const words = wordsOf(name);
  const isKey = isSecretName(name) || words.at(-1) === 'key';
  if (!isKey || words.includes('public') || words.includes('pub')) return;
  if (numbers.length < 8 || new Set(numbers).size < 4 || isLabel(unit, numbers)) return;
  report(at, `the bytes of \`${name}\` stand in the code`, {
    confidence: isSecretName(name) ? 0.8 : 0.7,
    cwe: 321,
  });
}

function given(name: string, value: Expr, at: Span, report: ReportHit): void {
  const inner = withoutCasts(value);
  if (inner.kind === 'string') secret(name, inner.value, at, report);
}

function secret(name: string, text: string, at: Span, report: ReportHit): void {
  const words = wordsOf(name);
  const isKey = words.length === 1 && words[0] === 'key' && /\d/.test(text) && text.length >= 16;
  if (!isSecretName(name) && !isKey) return;
  if (!isPlausibleSecret(text) || spellsName(text, name)) return;
  const strong = isPasswordName(name) || /\d/.test(text);
  report(at, `\`${name}\` holds a secret that stands in the code`, {
    confidence: strong ? 0.85 : 0.65,
    ...(isPasswordName(name) ? { cwe: 259 } : {}),
  });
}

function called(call: CallExpr, report: ReportHit): void {
  const { name, args } = call;
  if (EQUALS.test(name)) {
    const [a, b] = args;
    if (a === undefined || b === undefined) return;
    for (const [variable, value] of [
      [a, b],
      [b, a],
    ] as const) {
      const inner = withoutCasts(value);
      const who = nameOf(variable);
      if (inner.kind !== 'string' || who === undefined) continue;
      const isSecret = isPasswordName(who) || isSecretName(who);
      if (!isSecret || !isPlausibleSecret(inner.value)) continue;
      report(call, `\`${who}\` is compared with a secret that stands in the code`, {
        confidence: 0.85,
        cwe: 259,
      });
    }
    return;
  }
  if (COPIES.test(name)) {
    const target = args[0] === undefined ? undefined : nameOf(args[0]);
    const source = args[1];
    if (target !== undefined && source !== undefined) given(target, source, call, report);
    return;
  }
  for (const position of TAKES.get(name) ?? []) {
    const inner = args[position] === undefined ? undefined : withoutCasts(args[position]);
    if (inner?.kind !== 'string' || inner.value.length < 3) continue;
    report(
      call,
      `\`${name}\` is given a ${KEYS.test(name) ? 'key' : 'password'} that stands in the code`,
      {
        confidence: 0.88,
        ...(KEYS.test(name) ? { cwe: 321 } : {}),
      },
    );
  }
  if (
    name === 'curl_easy_setopt' &&
    args[1]?.kind === 'name' &&
    /PASSWORD|USERPWD|XOAUTH2/.test(args[1].name)
  ) {
    const inner = args[2] === undefined ? undefined : withoutCasts(args[2]);
    if (inner?.kind === 'string' && /[^:]/.test(inner.value))
      report(call, 'the password of this transfer stands in the code', {
        confidence: 0.88,
        cwe: 259,
      });
  }
}

function nameOf(expr: Expr): string | undefined {
  const inner = withoutCasts(expr);
  if (inner.kind === 'name' || inner.kind === 'member') return inner.name;
  return undefined;
}
