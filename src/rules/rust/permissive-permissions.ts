import { quote, type RustRule } from './rust-rule.ts';

export const permissivePermissions: RustRule = {
  id: 'permissive_permissions',
  title: 'File that everybody may write',
  category: 'permissions',
  cwe: [732, 276],
  severity: 'medium',
  precision: 'high',
  languages: ['rust'],
  help: 'A mode that lets others write hands the file to every account of the machine, and to every service that runs there.',
  suggestion:
    'Use 0o600 for secrets and data, 0o644 for files others may read, 0o755 for programs.',
  examples: {
    bad: [
      `use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
fn open_up() -> std::io::Result<()> {
    fs::set_permissions("/srv/state", Permissions::from_mode(0o777)) // defect
}`,
    ],
    good: [
      `use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
fn protect() -> std::io::Result<()> {
    fs::set_permissions("/srv/state", Permissions::from_mode(0o600))
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        if (!/^(?:from_mode|set_mode|mode)$/.test(call.name)) continue;
        const mode = call.arguments[0]?.number;
        if (mode === undefined || (mode & 0o002) === 0 || (mode & 0o1000) !== 0) continue;
        report({
          node: { start: call.receiverNode?.end ?? call.node.start, end: call.node.end },
          in: analyzed,
          message: `\`${quote(facts, call.argumentNodes[0] ?? call.node)}\` lets every account of the machine write.`,
          confidence: 0.8,
        });
      }
    }
  },
};
