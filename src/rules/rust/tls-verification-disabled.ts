import { quote, type RustRule } from './rust-rule.ts';

export const tlsVerificationDisabled: RustRule = {
  id: 'tls_verification_disabled',
  title: 'Certificates are not checked',
  category: 'crypto',
  cwe: [295],
  severity: 'high',
  precision: 'very-high',
  languages: ['rust'],
  help: 'A client that accepts any certificate or host name may talk to an attacker on the network path. Encryption then protects nothing from that attacker.',
  suggestion:
    'Leave verification on, and add the private certificate authority to the trusted roots.',
  examples: {
    bad: [
      `fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder().danger_accept_invalid_certs(true).build() // defect
}`,
    ],
    good: [
      `fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder().build()
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const argument = call.argumentNodes[0];
        const text = argument === undefined ? '' : facts.file.tree.textOf(argument);
        const accepts =
          /^(?:danger_accept_invalid_(?:certs|hostnames)|accept_invalid_(?:certs|hostnames))$/.test(
            call.name,
          ) && text === 'true';
        const skips = /^set_verify$/.test(call.name) && /NONE/.test(text);
        if (!accepts && !skips) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`.${call.name}(${quote(facts, argument ?? call.node)})\` lets anyone on the network path pose as the server.`,
          // A server that asks its clients for no certificate is common; which one this is the text
          // does not always show.
          confidence: accepts ? 0.92 : /Acceptor/.test(call.receiver?.type?.name ?? '') ? 0.4 : 0.7,
        });
      }
    }
  },
};
