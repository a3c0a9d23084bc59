import { describeTaint, isExternalTaint } from '../../code/rust/state/taint.ts';
import { quote, type RustRule } from './rust-rule.ts';

export const serverSideRequestForgery: RustRule = {
  id: 'server_side_request_forgery',
  title: 'Input chooses the address of a request',
  category: 'input',
  cwe: [918],
  severity: 'high',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: 'A service that fetches whatever address it is given can be pointed at machines only it can reach: metadata services, databases, administration pages behind the firewall.',
  suggestion: 'Choose the host from a fixed list, and refuse redirects and private addresses.',
  examples: {
    bad: [
      `async fn fetch(query: Query<Target>) -> Result<String, reqwest::Error> {
    reqwest::get(query.url).await?.text().await // defect
}`,
    ],
    good: [
      `async fn fetch() -> Result<String, reqwest::Error> {
    reqwest::get("https://example.org/status").await?.text().await
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const isClient =
          /(?:reqwest|ureq|surf|isahc)(?:::blocking)?::(?:get|post|put|delete|head|patch)$/.test(
            call.path,
          ) ||
          (call.isMethod &&
            /^(?:get|post|put|delete|head|patch)$/.test(call.name) &&
            /^(?:Client|Agent)$/.test(call.receiver?.type?.name ?? ''));
        const [url] = call.arguments;
        if (!isClient || url?.taint === undefined) continue;
        // A fixed host in front of the hole leaves only the path to choose.
        const fixedHost = /^https?:\/\/[^/\0]+\//.test(url.text ?? '');
        if (fixedHost) continue;
        const outside = isExternalTaint(url.taint) && url.taint.kind !== 'arguments';
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` goes to an address that ${describeTaint(url.taint)} chooses.`,
          confidence: outside ? 0.78 : url.taint.kind === 'parameter' ? 0.48 : 0.42,
          taint: url.taint,
        });
      }
    }
  },
};
