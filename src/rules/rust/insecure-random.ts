import { wordsOf } from '../../code/rust/items/path.ts';
import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import { quote, type RustRule } from './rust-rule.ts';

const SECURITY = new Set([
  'key',
  'token',
  'secret',
  'password',
  'passwd',
  'salt',
  'nonce',
  'iv',
  'session',
  'challenge',
  'otp',
  'csrf',
  'auth',
  'captcha',
  'pin',
  'passphrase',
  'cookie',
  'totp',
  'cipher',
  'encryption',
  'signature',
  'reset',
  'verification',
  'crypto',
]);

/** Generators by how predictable they are. */
const WEAK =
  /^(?:SmallRng|StdRng|Pcg\w*|XorShift\w*|Xoshiro\w*|SplitMix64|Mt19937\w*|fastrand|oorandom|nanorand|WyRand)$/;

export const insecureRandom: RustRule = {
  id: 'insecure_random',
  title: 'Secret drawn from a predictable generator',
  category: 'crypto',
  cwe: [338, 330, 335],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'Keys, tokens, salts and nonces must be impossible to guess. A generator with a fixed or time-based seed repeats itself, and small fast generators give their state away after a few outputs. Thread-local generators promise less than the operating system does.',
  suggestion: 'Take the bytes from the operating system: `OsRng` or `getrandom`.',
  examples: {
    bad: [
      `use rand::{rngs::StdRng, Rng, SeedableRng};
fn session_token() -> u64 {
    let mut rng = StdRng::seed_from_u64(7); // defect
    rng.gen()
}`,
    ],
    good: [
      `use rand::{rngs::OsRng, RngCore};
fn session_token() -> u64 {
    OsRng.next_u64()
}`,
      `fn throw_dice() -> u8 {
    rand::thread_rng().gen_range(1..=6)
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const kind = generator(call);
        if (kind === undefined) continue;
        const purpose = purposeOf(analyzed, call);
        if (purpose === undefined) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` ${kind.why}, and it makes the ${purpose} here.`,
          confidence: kind.confidence,
        });
      }
    }
  },
};

function generator(call: RustCall): { confidence: number; why: string } | undefined {
  if (call.isMethod) return undefined;
  const segments = call.path.split('::');
  const owner = segments.at(-2) ?? '';
  if (/^(?:seed_from_u64|from_seed)$/.test(call.name)) {
    const [seed] = call.arguments;
    if (seed?.constant === true)
      return { confidence: 0.88, why: 'gives the same numbers on each run' };
    if (WEAK.test(owner)) return { confidence: 0.8, why: 'is as easy to guess as its seed' };
  }
  if (
    /^(?:SmallRng|Pcg\w*|XorShift\w*|Xoshiro\w*|WyRand)$/.test(owner) ||
    /^(?:fastrand|oorandom)$/.test(segments[0] ?? '')
  ) {
    return { confidence: 0.8, why: 'is not made for secrets' };
  }
  if (/(?:^|::)thread_rng$/.test(call.path) || /(?:^|::)rand::(?:random|rng)$/.test(call.path)) {
    return { confidence: 0.55, why: 'promises less than the operating system does' };
  }
  return undefined;
}

/** What the numbers are for, by the names they are given to. */
function purposeOf(analyzed: AnalysedFunction, call: RustCall): string | undefined {
  const { events, fn } = analyzed;
  const names = [fn.name];
  for (let at = call.node.parent; at !== undefined && at !== fn.body; at = at.parent) {
    if (at.type === 'let_declaration') {
      const value = at.children.find((child) => child.field === 'value');
      const named = value && analyzed.initialisedBy(value);
      if (named !== undefined) names.push(named.name);
    }
    const field = events.initialisers.find((one) => one.node === at);
    if (field !== undefined) names.push(field.name);
  }
  const rng = analyzed.initialisedBy(call.node);
  if (rng !== undefined) {
    for (const binding of events.bindings) {
      if (binding.initial.from.includes(rng.place)) names.push(binding.name);
    }
  }
  for (const name of names) {
    const word = wordsOf(name).find((one) => SECURITY.has(one));
    if (word !== undefined) return word;
  }
  return undefined;
}
