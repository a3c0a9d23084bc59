import type { CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsOf, visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { onlyDefinition } from './support/calls/own-functions.ts';
import { sameExpression } from './support/expressions/same-expression.ts';
import { isPasswordName, isSecretName, wordsOf } from './support/texts/secret-names.ts';

const COMPARES = /^(?:memcmp|bcmp|strcmp|strncmp|strcasecmp|strncasecmp|CRYPTO_memcmp)$/;
const AUTHENTICATES = /passw|(?:^|_)(?:auth|login|credential)/i;
const CODE = /^(?:mac|hmac|cmac|authtag|mic|icv|otp|totp)$/;
/** Elements of a page have tags too, which no memcmp compares. */
const TAG = /^(?:auth_?|gcm_?|aead_?|mac_?|expected_?|computed_?)?tag$/i;
/** A hardware address is called a MAC as well. */
const ADDRESS_BYTES = 6;

export const secretComparison: CRule = {
  id: 'secret_comparison',
  title: 'A secret is compared in part, or in telling time',
  category: 'crypto',
  cwe: [208, 187],
  furtherCwe: [1284],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'Where the length of what was sent decides how much of a password or a code is compared, an empty one fits. `memcmp` and `strcmp` end at the first byte that differs, and the time they take tells how far a guess was right; codes and tokens are found byte by byte that way.',
  suggestion:
    'Compare the lengths first, and then all bytes with CRYPTO_memcmp or another function that always takes the same time.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdint.h>
#include <string.h>
struct message { const uint8_t *body; size_t length; const uint8_t *mac; size_t mac_length; };
void make(const uint8_t *body, size_t length, uint8_t mac[32]);
int genuine(const struct message *in) {
  uint8_t mac[32];
  make(in->body, in->length, mac);
  return memcmp(mac, in->mac, in->mac_length) == 0; // defect
}
int allowed(const char *given, const char *password) {
  return strncmp(given, password, strlen(given)) == 0; // defect
}
int check_password(const char *given, const char *stored) {
  return strncmp(given, stored, strlen(given)) == 0; // defect
}
int same(const uint8_t *hmac, const uint8_t *expected) {
  return memcmp(hmac, expected, 32) == 0; // defect
}
static int equal(const uint8_t *first, const uint8_t *second) {
  return memcmp(first, second, 32) == 0; // defect
}
int sealed(const struct message *in) {
  uint8_t made[32];
  make(in->body, in->length, made);
  return in->mac_length == 32 && equal(made, in->mac);
}
int known(const char *api_token, const char *given) {
  return strcmp(given, api_token) == 0; // defect
}`,
    ],
    good: [
      `#include <openssl/crypto.h>
#include <stdint.h>
#include <string.h>
int same(const uint8_t *hmac, const uint8_t *expected) { return CRYPTO_memcmp(hmac, expected, 32) == 0; }
struct port { uint8_t mac[6]; uint8_t label[32]; };
static int equal(const uint8_t *first, const uint8_t *second, size_t size) {
  return memcmp(first, second, size) == 0;
}
int alike(const struct port *one, const struct port *other) {
  return equal(one->mac, other->mac, 6) || equal(one->label, other->label, 32);
}
int chunk(const char *tag) { return memcmp(tag, "DATA", 4) == 0; }
int header(const char *line) { return strncmp(line, "Host:", strlen("Host:")) == 0; }
int option(const char *given, const char *name) { return strncmp(given, name, strlen(given)) == 0; }`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      visitFunction(fn, (expr) => {
        if (expr.kind !== 'call' || !COMPARES.test(expr.name)) return;
        check(expr, AUTHENTICATES.test(fn.name), report);
        checkPassed(unit, fn, expr, report);
      });
  },
};

function check(call: CallExpr, isLogin: boolean, report: ReportHit): void {
  const [left, right, length] = call.args;
  if (left === undefined || right === undefined) return;
  const sides = [left, right].map(withoutCasts);
  if (sides.some(({ kind }) => kind === 'string' || kind === 'number')) return;
  const isBytes = /^(?:memcmp|bcmp|CRYPTO_memcmp)$/.test(call.name);
  if (length !== undefined && constantOf(length) === ADDRESS_BYTES) return;
  const name = sides
    .map(nameOf)
    .find((one) => one !== undefined && (isSecret(one) || (isBytes && TAG.test(one))));
  const first = isLogin ? nameOf(sides[1] ?? left) : undefined;
  if (name === undefined && first !== undefined && length !== undefined) {
    const part = partialLength(length, sides);
    if (part !== undefined)
      report(call, `only as much of \`${first}\` is compared as ${part}, which may be nothing`, {
        confidence: 0.65,
        cwe: 187,
      });
  }
  if (name === undefined) return;
  const part = length && partialLength(length, sides);
  if (part !== undefined)
    return report(
      call,
      `\`${name}\` is compared as far as ${part}, so that a beginning of it, or nothing, fits`,
      { confidence: 0.7, cwe: 187 },
    );
  if (call.name === 'CRYPTO_memcmp') return;
  const isCode = call.name === 'memcmp' || call.name === 'bcmp';
  const isChosen = length === undefined || constantOf(length) !== undefined || isCode;
  if (!isChosen || sides.every((side) => isPasswordName(nameOf(side) ?? ''))) return;
  report(call, `how long the comparison takes tells how much of \`${name}\` was right`, {
    confidence: isCode ? 0.6 : isPasswordName(name) ? 0.45 : 0.5,
    cwe: 208,
  });
}

/** A function that compares what it is given with `memcmp`, by the names of what the file passes to it. */
function checkPassed(
  unit: TranslationUnit,
  fn: LoweredFunction,
  compare: CallExpr,
  report: ReportHit,
): void {
  if (compare.name !== 'memcmp' && compare.name !== 'bcmp') return;
  const [left, right, length] = compare.args.map(parameterOf);
  if (left === undefined || right === undefined || isCodeName(left.name, right.name)) return;
  if (constantOf(compare.args[2] ?? compare) === ADDRESS_BYTES) return;
  if (onlyDefinition(unit, fn.name) !== fn) return;
  const calls = unit.functions
    .flatMap((caller) => expressionsOf(caller.blocks))
    .filter((expr) => expr.kind === 'call' && expr.name === fn.name);
  const secret = calls.flatMap((call) => {
    if (call.kind !== 'call') return [];
    const given = [left, right].flatMap(({ position }) => call.args[position] ?? []);
    const count = length && call.args[length.position];
    if (count !== undefined && constantOf(count) === ADDRESS_BYTES) return [];
    if (given.some(({ type }) => type.kind === 'array' && type.length === ADDRESS_BYTES)) return [];
    const name = given
      .map(withoutCasts)
      .map(nameOf)
      .find((one) => one && isCodeName(one));
    return name === undefined ? [] : [{ call, name }];
  });
  // What compares all kinds of things is right for others.
  const isOwn = secret.length === calls.length;
  for (const { call, name } of isOwn ? secret.slice(0, 1) : secret)
    report(
      isOwn ? compare : call,
      `how long \`memcmp\` in \`${fn.name}\` takes tells how much of \`${name}\` was right`,
      { confidence: 0.6, cwe: 208 },
    );
}

function parameterOf(expr: Expr): Variable | undefined {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' && bare.variable?.scope === 'parameter' ? bare.variable : undefined;
}

function isCodeName(...names: readonly string[]): boolean {
  return names.some((name) => isSecret(name) || TAG.test(name));
}

/** What decides how much is compared, where that belongs to what was sent. */
function partialLength(length: Expr, sides: readonly Expr[]): string | undefined {
  const bare = withoutCasts(length);
  if (bare.kind === 'call' && bare.name === 'strlen') {
    const [text] = bare.args;
    const of = text && sides.find((side) => sameExpression(withoutCasts(text), side));
    const name = of && nameOf(of);
    return name === undefined || isSecret(name) ? undefined : `\`${name}\` is long`;
  }
  if (bare.kind !== 'member') return undefined;
  const owner = sides.find(
    (side) => side.kind === 'member' && sameExpression(side.base, bare.base),
  );
  const others = sides.filter((side) => side !== owner);
  const isLocal = others.some((side) => side.type.kind === 'array');
  return owner !== undefined && isLocal ? `\`${bare.name}\` of what was sent says` : undefined;
}

function isSecret(name: string): boolean {
  const words = wordsOf(name);
  return (
    isSecretName(name) || (words.some((word) => CODE.test(word)) && CODE.test(words.at(-1) ?? ''))
  );
}

function nameOf(expr: Expr): string | undefined {
  if (expr.kind === 'name' || expr.kind === 'member') return expr.name;
  if (expr.kind === 'index') return nameOf(withoutCasts(expr.base));
  if (expr.kind === 'call' && /^(?:c_str|data)$/.test(expr.name) && expr.receiver !== undefined)
    return nameOf(withoutCasts(expr.receiver));
  return undefined;
}
