import type { CallExpr, Expr, LoweredFunction, Span, Variable } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { mentions } from '../expressions/named-variable.ts';

/** Calls that begin to encrypt, or do: the argument with the initialisation vector or nonce. */
const NONCES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    EVP_EncryptInit: 3,
    EVP_EncryptInit_ex: 4,
    EVP_EncryptInit_ex2: 3,
    AES_cbc_encrypt: 4,
    AES_cfb128_encrypt: 4,
    AES_ofb128_encrypt: 4,
    CRYPTO_gcm128_setiv: 1,
    crypto_secretbox_easy: 3,
    crypto_box_easy: 3,
    crypto_aead_chacha20poly1305_ietf_encrypt: 7,
    crypto_aead_xchacha20poly1305_ietf_encrypt: 7,
    crypto_aead_aes256gcm_encrypt: 7,
    mbedtls_gcm_crypt_and_tag: 3,
    mbedtls_cipher_set_iv: 1,
    gcry_cipher_setiv: 1,
    wc_AesGcmEncrypt: 4,
  }),
);

/** An initialisation vector or nonce that is the same for every message. */
export interface FixedNonce {
  /** Where it gets its value in the function, else where it is used. */
  readonly at: Span;
  readonly call: CallExpr;
}

/** The calls of a file that encrypt with bytes that the code itself has fixed, also where a function passes them on to one. */
export function fixedNonces(unit: TranslationUnit): readonly FixedNonce[] {
  const users = new Map(NONCES);
  const found: FixedNonce[] = [];
  const calls = unit.functions.map((fn) => ({
    fn,
    calls: expressionsOf(fn.blocks).filter((expr) => expr.kind === 'call'),
  }));
  // A function of the file that gives its parameter to one of these is one of them.
  for (const { fn, calls: own } of calls)
    for (const call of own) {
      const position = givenParameter(fn, call);
      if (position !== undefined && !users.has(fn.name)) users.set(fn.name, position);
    }
  for (const { fn, calls: own } of calls)
    for (const call of own) {
      const arg = call.args[users.get(call.name) ?? -1];
      const at = arg && fixedAt(unit, fn, own, call, withoutCasts(arg));
      if (at !== undefined) found.push({ at, call });
    }
  return found;
}

/** The parameter that a function gives to a call as the nonce. */
function givenParameter(fn: LoweredFunction, call: CallExpr): number | undefined {
  const variable = startOf(call.args[NONCES.get(call.name) ?? -1]);
  const position = variable === undefined ? -1 : fn.parameters.indexOf(variable);
  return position < 0 ? undefined : position;
}

/** Where the bytes behind an argument are fixed; undefined where anything else may have written them. */
function fixedAt(
  unit: TranslationUnit,
  fn: LoweredFunction,
  calls: readonly CallExpr[],
  user: CallExpr,
  arg: Expr,
): Span | undefined {
  if (arg.kind === 'string') return user;
  const variable = startOf(arg);
  if (variable === undefined || fn.parameters.includes(variable)) return undefined;
  const others = calls.filter(
    (call) =>
      call !== user && call.end <= user.start && call.args.some((each) => mentions(each, variable)),
  );
  const [filled, ...more] = others.filter((call) => !/^(?:free|sizeof)$/.test(call.name));
  const isAssigned = expressionsOf(fn.blocks).some(
    (expr) =>
      expr.kind === 'assign' && expr.target.kind !== 'name' && mentions(expr.target, variable),
  );
  if (more.length > 0 || isAssigned) return undefined;
  if (filled === undefined) {
    if (!isConstantArray(unit, fn, variable)) return undefined;
    return variable.scope === 'local' ? variable : user;
  }
  const isSet =
    filled.name === 'memset' &&
    startOf(filled.args[0]) === variable &&
    filled.args[1] !== undefined &&
    constantOf(filled.args[1]) !== undefined;
  return isSet ? filled : undefined;
}

/** Whether a variable is an array with numbers or a text as its value, and neither a field nor a pointer. */
function isConstantArray(unit: TranslationUnit, fn: LoweredFunction, variable: Variable): boolean {
  if (variable.type.kind !== 'array') return false;
  if (variable.scope === 'global' || variable.scope === 'static')
    return variable.constant && /=/.test(declarationOf(unit, variable));
  return fn.blocks.some(({ steps }) =>
    steps.some(
      (step) =>
        step.kind === 'declare' &&
        step.variable === variable &&
        step.init !== undefined &&
        expressionsIn(step.init).every(({ kind }) =>
          /^(?:initlist|number|string|cast|unary)$/.test(kind),
        ),
    ),
  );
}

/** The text of a declaration, up to where its value begins or it ends. */
function declarationOf({ tree }: TranslationUnit, { end }: Variable): string {
  return /^[^;{"]*/.exec(tree.text.slice(end, end + 200))?.[0] ?? '';
}

/** The variable that the first byte behind an argument belongs to: `a`, `&a` and `&a[0]`. */
function startOf(expr: Expr | undefined): Variable | undefined {
  let inner = expr && withoutCasts(expr);
  if (inner?.kind === 'address') inner = withoutCasts(inner.operand);
  if (inner?.kind === 'index' && constantOf(inner.index) === 0) inner = withoutCasts(inner.base);
  return inner?.kind === 'name' ? inner.variable : undefined;
}
