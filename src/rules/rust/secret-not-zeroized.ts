import { lastSegment } from '../../code/rust/items/path.ts';
import { valueUses } from '../../code/rust/state/uses.ts';
import type { RustRule } from './rust-rule.ts';
import {
  canHoldSecret,
  isBytes,
  isKeyName,
  isProtected,
  isSecretName,
} from './support/secret-names.ts';

const COPIES =
  /^(?:\.to_string|\.to_owned|\.to_vec|\.clone|\.into|\.into_bytes|String::from|Vec::from|\.as_bytes)$/;
const WIPES = /zeroi[sz]e|memzero|secure_zero|wipe|scrub/i;

export const secretNotZeroized: RustRule = {
  id: 'secret_not_zeroized',
  title: 'Secret stays in memory after use',
  category: 'crypto',
  cwe: [226, 244, 316],
  severity: 'low',
  precision: 'low',
  languages: ['rust'],
  help: 'Dropping a `String` or a `Vec` gives its memory back and leaves the bytes where they are. They can turn up in a core dump, in swap, or in an allocation that is read before it is written.',
  suggestion:
    'Keep secrets in `zeroize::Zeroizing` or a secret type, or wipe them before they are dropped.',
  examples: {
    bad: [
      `fn check(password: &str) -> bool {
    let copy = password.to_string(); // defect
    copy.len() > 12
}`,
    ],
    good: [
      `use zeroize::Zeroizing;
fn check(password: &str) -> bool {
    let copy = Zeroizing::new(password.to_string());
    copy.len() > 12
}`,
    ],
  },
  check(facts, report) {
    const { file } = facts;
    for (const struct of file.structs) {
      if ([...struct.derives].some((derive) => /^Zeroize/.test(derive))) continue;
      const field = struct.fields.find(
        (one) =>
          isSecretName(one.name) &&
          canHoldSecret(one.type) &&
          one.type.kind !== 'reference' &&
          !isProtected(one.type),
      );
      if (field === undefined) continue;
      const drop = file.impls.find(
        (item) => item.trait === 'Drop' && item.type?.name === struct.name,
      );
      const dropped = facts.functions.find(
        ({ fn }) => fn.trait === 'Drop' && fn.owner === struct.name && fn.name === 'drop',
      );
      if (dropped?.events.calls.some((call) => WIPES.test(call.path + call.name)) === true)
        continue;
      report({
        node: drop?.node ?? field.node,
        isTest: struct.isTest,
        message:
          drop === undefined
            ? `${struct.name} is dropped without wiping its field ${field.name}.`
            : `The Drop of ${struct.name} leaves the bytes of its field ${field.name} in memory.`,
        confidence: drop === undefined ? 0.42 : 0.58,
      });
    }
    for (const analyzed of facts.functions) {
      const { events } = analyzed;
      for (const binding of events.bindings) {
        const { initial } = binding;
        if (binding.isParameter || binding.initialiser === undefined) continue;
        if (isProtected(binding.type) || initial.constant) continue;
        const copies = COPIES.test(initial.made);
        const places = copies ? [initial.place, ...initial.from] : [initial.place];
        const source = places
          .map((place) => analyzed.bindingAt(place))
          .find((other) => other?.isParameter === true);
        if (
          source === undefined ||
          !(isSecretName(source.name) || (isKeyName(source.name) && isBytes(source.type)))
        )
          continue;
        if (initial.place !== '' && source.type?.kind === 'reference' && initial.made === '')
          continue;
        if (!canHoldSecret(source.type) || isProtected(source.type)) continue;
        const wiped = analyzed
          .callsWith(binding.place)
          .some(
            (call) =>
              WIPES.test(lastSegment(call.path) + call.name) &&
              (call.receiver?.place === binding.place ||
                call.arguments.some((value) => value.place === binding.place)),
          );
        const escapes = valueUses(file.tree, binding, analyzed).some(({ kind }) =>
          /^(?:argument|stored|returned)$/.test(kind),
        );
        if (wiped || escapes) continue;
        report({
          node: binding.initialiser,
          in: analyzed,
          message: `${binding.name} holds a copy of the secret ${source.name} that is dropped without being wiped.`,
          confidence: 0.5,
        });
      }
    }
  },
};
