import { wordsOf } from '../../code/rust/items/path.ts';
import { quote, type RustRule } from './rust-rule.ts';

const HASH =
  /(?:^|::)(?:md5::compute|Md5::(?:new|digest)|Md4::(?:new|digest)|Sha1::(?:new|digest|from)|sha1::(?:Sha1|digest)|md5::(?:digest|hash)|MessageDigest::(?:md5|sha1))$/;
const CIPHER =
  /(?:^|::)(?:(?:Des|TdesEde[23]|TdesEee[23]|Rc4|Rc2|Blowfish(?:LE)?)::(?:new\w*|from\w*)|Cipher::(?:des_\w+|rc4|\w+_ecb)|Ecb::\w+)$/;
const SECRETS =
  /^(?:password|passwd|pwd|passphrase|token|secret|auth|signature|sign|hmac|session|credential)$/;

export const weakCrypto: RustRule = {
  id: 'rust_weak_crypto',
  title: 'Broken hash or cipher',
  category: 'crypto',
  cwe: [327, 328, 916],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'MD5 and SHA-1 collide on demand, and both are far too fast for passwords. DES, RC4 and ECB mode leak or lose the text. As a checksum against accidents an old hash is harmless; against people it is none.',
  suggestion:
    'Use SHA-256 or BLAKE3 for digests, Argon2 for passwords, and AES-GCM or ChaCha20-Poly1305 for encryption.',
  examples: {
    bad: [
      `fn store(password: &str) -> String {
    format!("{:x}", md5::compute(password)) // defect
}`,
    ],
    good: [
      `use sha2::{Digest, Sha256};
fn checksum(data: &[u8]) -> Vec<u8> {
    Sha256::digest(data).to_vec()
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { events, fn } = analyzed;
      for (const call of events.calls) {
        const isHash = HASH.test(call.path);
        if (call.isMethod || !(isHash || CIPHER.test(call.path))) continue;
        const places = call.arguments.flatMap((value) => [value.place, ...value.from]);
        const names = events.bindings
          .filter((binding) => places.includes(binding.place))
          .map((binding) => binding.name);
        const secret = [fn.name, ...names].flatMap(wordsOf).find((word) => SECRETS.test(word));
        report({
          node: call.node,
          in: analyzed,
          message: isHash
            ? `\`${quote(facts, call.node)}\` uses a broken hash${secret === undefined ? '' : ` for a ${secret}`}.`
            : `\`${quote(facts, call.node)}\` uses a broken cipher.`,
          confidence: isHash ? (secret === undefined ? 0.45 : 0.7) : 0.78,
        });
      }
    }
  },
};
