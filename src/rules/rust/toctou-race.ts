import { origins } from '../../code/rust/state/value.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { fileArgument } from './support/sinks.ts';

export const toctouRace: RustRule = {
  id: 'rust_toctou_race',
  title: 'File checked first and used afterwards',
  category: 'concurrency',
  cwe: [367, 362],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'Between `exists()`, `metadata()` or `is_file()` and the call that opens the path, another process can replace the file, for example by a link. What was checked is then not what is used.',
  suggestion:
    'Open first and look at the handle, or create with `create_new(true)`; treat `NotFound` and `AlreadyExists` as answers.',
  examples: {
    bad: [
      `use std::fs;
use std::path::Path;
fn load(path: &Path) -> Option<String> {
    if path.exists() {
        return fs::read_to_string(path).ok(); // defect
    }
    None
}`,
    ],
    good: [
      `use std::fs;
use std::path::Path;
fn load(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const at = fileArgument(call);
        const path = at === undefined ? undefined : call.arguments[at];
        if (path === undefined) continue;
        // Creating a directory where there is none: it makes no difference which process was first.
        if (/^create_dir(?:_all)?$|^read_dir$/.test(call.name)) continue;
        const exclusive =
          call.receiver?.builder?.steps.some((step) => step.method === 'create_new') === true;
        const checks = origins([path]).map((place) => call.facts.get('checked-file', place));
        const check = checks.find((fact) => fact !== undefined);
        if (check === undefined || exclusive) continue;
        const same = call.facts.get('checked-file', path.place) !== undefined;
        const reads = !call.isMethod && call.name === 'open';
        const changes =
          !reads && /^(?:write|create|remove|rename|copy|set_permissions|open)/.test(call.name);
        // What kind of file it is decides how to read it; another kind fails or reads the same.
        const isKind =
          reads && /\.is_(?:file|dir|symlink)\(\)$/.test(facts.file.tree.textOf(check.node));
        const shared = path.constant && !/^\/(?:var\/)?tmp\//.test(path.text ?? '');
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` uses a path after \`${quote(facts, check.node)}\` looked at it; it may be another file by now.`,
          confidence: isKind ? 0.45 : (same ? (changes ? 0.68 : 0.6) : 0.5) - (shared ? 0.12 : 0),
          path: [{ node: check.node, message: 'the file system is asked about the path' }],
        });
      }
    }
  },
};
