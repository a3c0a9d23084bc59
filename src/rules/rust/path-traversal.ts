import { pointee } from '../../code/rust/items/types.ts';
import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import { CHECKS_PARTS } from '../../code/rust/state/known-calls.ts';
import { describeTaint, type RustTaint } from '../../code/rust/state/taint.ts';
import type { RustValue } from '../../code/rust/state/value.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { fileArgument } from './support/sinks.ts';

export const pathTraversal: RustRule = {
  id: 'rust_path_traversal',
  title: 'Untrusted text becomes part of a file path',
  category: 'input',
  cwe: [22, 73],
  severity: 'high',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: '`Path::join` and `push` do not keep a path inside its directory: `..` climbs out, and an absolute part replaces everything before it. An attacker who chooses the name then reads or writes any file the process can reach.',
  suggestion:
    'Keep the last component with `file_name()`, or canonicalise and check `starts_with` the intended directory before opening.',
  examples: {
    bad: [
      `use std::fs;
use std::path::Path;
pub fn page(name: &str) -> std::io::Result<String> {
    fs::read_to_string(Path::new("/srv/pages").join(name)) // defect
}`,
    ],
    good: [
      `use std::fs;
use std::path::Path;
pub fn page(name: &str) -> std::io::Result<String> {
    let base = Path::new("/srv/pages");
    let path = base.join(name).canonicalize()?;
    if !path.starts_with(base) {
        return Err(std::io::ErrorKind::NotFound.into());
    }
    fs::read_to_string(path)
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const at = fileArgument(call);
        const path = at === undefined ? undefined : call.arguments[at];
        const node = at === undefined ? undefined : call.argumentNodes[at];
        const taint = path?.taint;
        if (path === undefined || taint === undefined) continue;
        // A function that takes a `Path` and opens it does what it says.
        const contract = taint.kind === 'parameter' && pointee(path.type)?.name === 'Path';
        if (contract && path.made === '') continue;
        if (path.from.some((place) => call.facts.has('valid', place))) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, node ?? call.node)}\` is opened, and ${describeTaint(taint)} decides where it leads.`,
          confidence: looksAtParts(facts, analyzed)
            ? Math.min(0.48, confidenceOf(call, path, taint))
            : confidenceOf(call, path, taint),
          taint,
        });
      }
    }
  },
};

function confidenceOf(call: RustCall, path: RustValue, taint: RustTaint): number {
  const mayChange = /^(?:write|remove|create|rename|copy|set_permissions)/.test(call.name)
    ? 0.03
    : 0;
  const withinBase = path.text !== undefined && /^[^\0]+\0/.test(path.text);
  const indirect = taint.indirect ? 0.06 : 0;
  switch (taint.kind) {
    case 'request':
    case 'network':
      return 0.85 + mayChange - indirect;
    case 'stdin':
      return (withinBase ? 0.72 : 0.62) + mayChange - indirect;
    // Command-line tools open what their user names; that is their purpose.
    case 'arguments':
      return (withinBase ? 0.65 : 0.45) + mayChange;
    case 'environment':
    case 'file':
      return withinBase ? 0.48 : 0.42;
    case 'parameter':
      return (withinBase ? 0.6 : path.made === 'PathBuf::from' ? 0.52 : 0.42) - indirect;
  }
}

/** Whether a function looks at the components of paths itself: what it lets through is for a reader to see. */
function looksAtParts(facts: RustFacts, { fn }: AnalysedFunction): boolean {
  return CHECKS_PARTS.test(facts.file.tree.textOf(fn.body));
}
