import type { RustValue } from '../../code/rust/state/value.ts';
import { stringContent } from '../../code/rust/transfer/literals.ts';
import type { ReportRustHit, RustRule } from './rust-rule.ts';
import { canHoldSecret, isKeyName, isSecretName } from './support/secret-names.ts';

/** Texts that are secrets by their shape, whatever they are called. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/, 'a private key'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS access key'],
  [/\bgh[pousr]_[A-Za-z0-9]{30,}\b/, 'a GitHub token'],
  [/\bsk_live_[A-Za-z0-9]{16,}\b/, 'a payment key'],
  [/\bxox[abprs]-[A-Za-z0-9-]{20,}\b/, 'a chat token'],
  [/\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./, 'a signed token'],
];
const URL_WITH_PASSWORD = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]*:([^\s/@{}<>$\0]+)@/i;
const PLACEHOLDER =
  /^(?:x+|\*+|\.+|<.*>|\$\{.*\}|\{.*\}|(?:your|my|the|an?|some|test|example|sample|dummy|fake|mock|placeholder|change|changeme|me|todo|none|null|redacted|hidden|secret|password|token|key|api|expected|default|here|unknown|user|empty)(?:[-_ ]?(?:your|my|test|example|sample|dummy|fake|mock|placeholder|change|me|redacted|secret|password|token|key|api|expected|default|here))*)$/i;

/** Bytes that count upwards are a sample of documentation, not a real key. */
const SEQUENCE = /(?:0123456789|1234567890)(?:abc|$)|abcdefgh|(.)\1{7}/i;

export const hardcodedCredentials: RustRule = {
  id: 'rust_hardcoded_credentials',
  title: 'Secret written into the source',
  category: 'crypto',
  cwe: [798, 259, 321],
  severity: 'high',
  precision: 'high',
  languages: ['rust'],
  help: 'A password or key in the source is known to everybody who can read the repository or the binary, is the same in every installation, and cannot be changed without a release.',
  suggestion:
    'Read the secret from the environment or a secret store at run time, and replace the one that was published.',
  examples: {
    bad: [`const API_KEY: &str = "q8Zt4mWb-71ac90dd"; // defect`],
    good: [
      `fn api_key() -> Option<String> {
    std::env::var("API_KEY").ok()
}`,
      `const PASSWORD_FIELD_NAME: &str = "password";`,
    ],
  },
  check(facts, report) {
    const { file } = facts;
    for (const global of file.globals) {
      const { value } = global;
      if (value === undefined) continue;
      const isText = /string_literal$/.test(value.type);
      const text = isText ? stringContent(file.tree.textOf(value)) : undefined;
      const bytes = byteCount(value);
      judge(report, global.node, global.name, text, bytes, { isTest: global.isTest });
    }
    for (const analyzed of facts.functions) {
      const { events } = analyzed;
      for (const binding of events.bindings) {
        if (binding.isParameter || binding.initialiser === undefined) continue;
        if (!own(binding.initial)) continue;
        const bytes =
          canHoldSecret(binding.type) || binding.type?.kind === 'array'
            ? byteCount(binding.initialiser)
            : 0;
        judge(report, binding.initialiser, binding.name, binding.initial.text, bytes, {
          in: analyzed,
        });
      }
      for (const field of events.initialisers) {
        if (!own(field.value)) continue;
        judge(report, field.node, field.name, field.value.text, byteCount(field.node), {
          in: analyzed,
        });
      }
      for (const value of events.returned) {
        const text = value.text ?? '';
        if (value.place !== '' || !value.constant) continue;
        const shape = shapeOf(text);
        if (shape !== undefined) {
          judge(report, analyzed.fn.body.children.at(-1) ?? analyzed.fn.body, '', text, 0, {
            in: analyzed,
          });
        }
      }
      for (const { node, left, right } of events.comparisons) {
        for (const [value, other] of [
          [left, right],
          [right, left],
        ] as const) {
          const name = analyzed.bindingAt(value.place)?.name ?? /\.(\w+)$/.exec(value.place)?.[1];
          if (name === undefined || !own(other)) continue;
          judge(report, node, name, other.text, 0, { in: analyzed });
        }
      }
      for (const call of events.calls) {
        if (
          !/^(?:password|basic_auth|bearer_auth|set_password|with_password|api_key|set_secret)$/.test(
            call.name,
          )
        )
          continue;
        const secret = call.name === 'basic_auth' ? call.arguments[1] : call.arguments[0];
        if (secret === undefined || !own(secret)) continue;
        judge(report, call.node, 'password', secret.text, 0, { in: analyzed });
      }
    }
  },
};

/** Text that stands here; a named constant is reported where it is defined. */
function own(value: RustValue): boolean {
  return value.constant && value.place === '' && !value.from.some((place) => /^[A-Z]/.test(place));
}

function judge(
  report: ReportRustHit,
  node: { readonly start: number; readonly end: number },
  name: string,
  text: string | undefined,
  bytes: number,
  where: Pick<Parameters<ReportRustHit>[0], 'in' | 'isTest'>,
): void {
  const content = text ?? '';
  const shape = shapeOf(content);
  if (shape !== undefined) {
    const { placeholder, what } = shape;
    report({
      node,
      ...where,
      message: `${what} stands in the source.`,
      confidence: placeholder ? 0.45 : 0.88,
    });
    return;
  }
  if (bytes >= 16 && isKeyName(name)) {
    report({
      node,
      ...where,
      message: `The ${bytes} bytes of ${name} stand in the source.`,
      confidence: 0.7,
      cwe: 321,
    });
    return;
  }
  if (!isSecretName(name) || content.length < 4 || content.includes('\0')) return;
  if (/\s/.test(content.trim()) || /^[A-Z][A-Z0-9_]*$/.test(content)) return;
  // A path of names, or a marker such as `$crate::private`, tells what something is.
  if (/^[$@]|\w::\w/.test(content)) return;
  const placeholder = PLACEHOLDER.test(content) || SEQUENCE.test(content);
  const strong = /\d/.test(content) && /[a-z]/i.test(content);
  report({
    node,
    ...where,
    message: `The value of ${name} stands in the source.`,
    confidence: placeholder ? 0.45 : strong && content.length >= 8 ? 0.85 : 0.65,
  });
}

function shapeOf(content: string): { what: string; placeholder: boolean } | undefined {
  const text = content.slice(0, 4096);
  for (const [pattern, what] of SHAPES) {
    if (pattern.test(text))
      return { what: what.charAt(0).toUpperCase() + what.slice(1), placeholder: false };
  }
  const inUrl = URL_WITH_PASSWORD.exec(text)?.[1];
  if (inUrl === undefined) return undefined;
  return { what: 'An address with its password', placeholder: PLACEHOLDER.test(inUrl) };
}

/** How many fixed, not all equal, bytes an array literal has. */
function byteCount(node: {
  readonly type: string;
  readonly children: readonly {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly field: string;
  }[];
}): number {
  if (node.type !== 'array_expression') return 0;
  if (node.children.some((child) => child.field === 'length')) return 0;
  return node.children.every((child) => child.type === 'integer_literal')
    ? node.children.length
    : 0;
}
