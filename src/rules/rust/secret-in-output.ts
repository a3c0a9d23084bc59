import type { RustField, RustStruct } from '../../code/rust/items/items.ts';
import { wordsOf } from '../../code/rust/items/path.ts';
import { pointee } from '../../code/rust/items/types.ts';
import type { MacroArgument } from '../../code/rust/state/events.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import { quote, type RustRule } from './rust-rule.ts';
import {
  canHoldSecret,
  isBytes,
  isKeyName,
  isProtected,
  isSecretName,
} from './support/secret-names.ts';

const OUTPUT = /^(?:e?print(?:ln)?|trace|debug|info|warn|error|log|dbg|event)$/;

export const secretInOutput: RustRule = {
  id: 'secret_in_output',
  title: 'Secret printed, logged or shown by Debug',
  category: 'crypto',
  cwe: [532, 200],
  severity: 'medium',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: 'Logs are copied, shipped and kept, and many more people read them than may know a password. A derived `Debug` prints every field, so one `{:?}` anywhere is enough.',
  suggestion:
    'Leave the secret out of the message; write `Debug` by hand with the field redacted, or keep it in a type that never prints itself.',
  examples: {
    bad: [
      `#[derive(Debug)]
pub struct Login {
    pub user: String,
    pub password: String, // defect
}`,
      `fn report(password: &str) {
    println!("password is {}", password); // defect
}`,
    ],
    good: [
      `pub struct Login {
    pub user: String,
    pub password: String,
}
fn report(login: &Login) {
    println!("{} logs in", login.user);
}`,
    ],
  },
  check(facts, report) {
    for (const struct of facts.file.structs) {
      if (!struct.derives.includes('Debug')) continue;
      for (const field of struct.fields.filter((one) => isSecretField(struct, one))) {
        report({
          node: field.node,
          isTest: struct.isTest,
          message: `The derived Debug of ${struct.name} prints its field ${field.name}.`,
          confidence: 0.62,
        });
      }
    }
    for (const analyzed of facts.functions) {
      const { events, fn } = analyzed;
      for (const macro of events.macros) {
        if (!OUTPUT.test(macro.name)) continue;
        for (const argument of macro.arguments) {
          const secret = secretOf(facts, argument);
          if (secret === undefined) continue;
          report({
            node: macro.node,
            in: analyzed,
            message: `${macro.name}! writes ${secret}.`,
            confidence: 0.72,
            taint: undefined,
          });
        }
      }
      if (fn.trait !== 'Debug' && fn.trait !== 'Display') continue;
      for (const call of events.calls) {
        const value = call.arguments[1];
        const field = /^self\.(\w+)$/.exec(value?.place ?? '')?.[1];
        if (call.name !== 'field' || field === undefined || !isSecretName(field)) continue;
        if (isProtected(value?.type) || !canHoldSecret(value?.type)) continue;
        report({
          node: call.argumentNodes[1] ?? call.node,
          in: analyzed,
          message: `The ${fn.trait} of ${fn.owner} prints its field ${field}.`,
          confidence: 0.68,
        });
      }
    }
  },
};

function isSecretField(struct: RustStruct, field: RustField): boolean {
  if (isProtected(field.type) || !canHoldSecret(field.type)) return false;
  if (isSecretName(field.name)) return true;
  const aboutKeys = wordsOf(struct.name).some((word) =>
    /^(?:key|encryption|crypto|cipher|signing|hmac)$/.test(word),
  );
  return (
    aboutKeys && isKeyName(field.name) && (isBytes(field.type) || field.type.name === 'String')
  );
}

/** The secret that an argument of an output macro shows, in words. */
function secretOf(facts: RustFacts, argument: MacroArgument): string | undefined {
  const { value, node } = argument;
  if (isProtected(value.type)) return undefined;
  const written = /^&?\s*(?:mut\s+)?((?:\w+\.)*\w+)$/.exec(facts.file.tree.textOf(node))?.[1];
  const name = node.type === 'token_tree' ? argument.name : (written?.split('.').at(-1) ?? '');
  if (name !== '' && value.place !== '' && isSecretName(name)) {
    if (value.type === undefined || canHoldSecret(value.type)) return `the secret \`${name}\``;
  }
  if (argument.spec !== '?') return undefined;
  const struct = facts.file.structNamed(pointee(value.type)?.name ?? '');
  if (struct === undefined || !struct.derives.includes('Debug')) return undefined;
  const field = struct.fields.find((one) => isSecretField(struct, one));
  return field && `\`${quote(facts, node)}\` with its field ${field.name}`;
}
