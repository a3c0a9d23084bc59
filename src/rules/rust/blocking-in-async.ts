import type { RustCall } from '../../code/rust/state/events.ts';
import { quote, type RustRule } from './rust-rule.ts';

const MANY = 100_000;

export const blockingInAsync: RustRule = {
  id: 'blocking_in_async',
  title: 'Blocking call in an async function',
  category: 'concurrency',
  cwe: [400, 833],
  severity: 'medium',
  precision: 'high',
  languages: ['rust'],
  help: 'An async runtime runs many tasks on few threads. A call that blocks one of them (`std::fs`, `std::net`, `thread::sleep`, long loops without an await) stops every task that thread serves, so a few slow requests make the service stand still.',
  suggestion: 'Use the async counterpart of the runtime, or move the work to `spawn_blocking`.',
  examples: {
    bad: [
      `async fn wait() {
    std::thread::sleep(std::time::Duration::from_secs(1)); // defect
}`,
    ],
    good: [
      `async fn wait() {
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { events, fn } = analyzed;
      for (const call of events.calls) {
        if (!call.inAsync || call.isMethod || !blocks(call)) continue;
        if (call.node.parent?.type === 'await_expression') continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` blocks the thread that runs the other tasks.`,
          confidence: fn.name === 'main' ? 0.45 : /sleep|blocking/.test(call.path) ? 0.82 : 0.68,
        });
      }
      for (const loop of events.loops) {
        if (!loop.inAsync || loop.count === undefined || loop.count < MANY) continue;
        const { node } = loop;
        if (events.awaits.some((one) => one.node.start > node.start && one.node.end < node.end))
          continue;
        report({
          node: {
            start: node.start,
            end: node.children.find((child) => child.field === 'body')?.start ?? node.end,
          },
          in: analyzed,
          message: `This loop runs ${loop.count} times without an await and blocks the thread that runs the other tasks.`,
          confidence: 0.55,
        });
      }
    }
  },
};

function blocks(call: RustCall): boolean {
  const { path } = call;
  if (/::(?:DirBuilder|OpenOptions|Permissions)::\w+$/.test(path)) return false;
  if (/^(?:tokio|async_std|smol|async_fs|tokio_util)\b/.test(path)) return false;
  return (
    /(?:^|::)thread::sleep$/.test(path) ||
    /^std::fs::/.test(path) ||
    /^fs::(?:read|write|read_to_string|copy|remove_\w+|create_dir\w*|rename|metadata)$/.test(
      path,
    ) ||
    /^std::net::(?:TcpStream|TcpListener|UdpSocket)::(?:connect|bind)$/.test(path) ||
    /^(?:reqwest::blocking|ureq)::/.test(path)
  );
}
