import type { RustFunction } from '../../code/rust/items/items.ts';
import { lastTwo } from '../../code/rust/items/path.ts';
import { pointee } from '../../code/rust/items/types.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import { quote, type RustRule } from './rust-rule.ts';

/** How much it matters when the failure of a call goes unnoticed. */
const CALLS: readonly (readonly [RegExp, number, string])[] = [
  [
    /^(?:fs::set_permissions|unistd::set\w+|libc::set\w+|\.set_permissions|\.set_(?:read|write)_timeout)$/,
    0.7,
    'the permissions or limits may not be in place',
  ],
  [/^(?:fs::write|fs::rename|fs::copy|fs::create_dir\w*)$/, 0.56, 'the file may not be there'],
  [/^\.(?:write_all|sync_all|sync_data|persist)$/, 0.56, 'the data may not be written'],
  [
    /^\.(?:commit|rollback|execute|verify\w*|authenticate|validate\w*|authorize|check_\w+)$/,
    0.62,
    'the operation may have been refused',
  ],
  [
    /^(?:File::(?:open|create)|fs::read\w*|TcpStream::connect|\.connect|\.bind)$/,
    0.52,
    'the failure is lost',
  ],
  [/^\.(?:flush|status|spawn|output|kill|shutdown)$/, 0.44, 'the failure is lost'],
  [/^fs::remove_\w+$/, 0.42, 'the file may still be there'],
];

export const ignoredResult: RustRule = {
  id: 'ignored_result',
  title: 'Result is thrown away',
  category: 'error_handling',
  cwe: [252, 390],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'An ignored `Result` hides that an operation failed: the data is not on disk, the permission is not set, the transaction is not committed, and the program goes on as if it were. `let _ =` and `.ok()` silence the compiler, not the failure.',
  suggestion: 'Return the error with `?`, or handle it and say why it may be ignored.',
  examples: {
    bad: [
      `use std::fs;
pub fn protect(path: &std::path::Path, mode: fs::Permissions) {
    let _ = fs::set_permissions(path, mode); // defect
}`,
    ],
    good: [
      `use std::fs;
pub fn protect(path: &std::path::Path, mode: fs::Permissions) -> std::io::Result<()> {
    fs::set_permissions(path, mode)
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const how = discarded(facts, call);
        if (how === undefined) continue;
        const weight = weightOf(call, how, analyzed.fn);
        if (weight === undefined) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `The result of \`${quote(facts, call.node)}\` is ignored: ${weight.why}.`,
          confidence: weight.confidence,
        });
      }
    }
  },
};

type Discard = 'let' | 'ok' | 'statement';

/** How the result of a call is thrown away, if it is. */
function discarded(facts: RustFacts, call: RustCall): Discard | undefined {
  let node = call.node;
  let how: Discard = 'statement';
  if (node.parent?.type === 'await_expression') node = node.parent;
  const field = node.parent;
  const ok = field?.parent;
  if (field?.type === 'field_expression' && ok?.type === 'call_expression') {
    const name = field.children.at(-1);
    if (name === undefined || facts.file.tree.textOf(name) !== 'ok') return undefined;
    node = ok;
    how = 'ok';
  }
  const parent = node.parent;
  if (parent?.type === 'expression_statement') {
    return node.end < parent.end ? how : undefined;
  }
  if (parent?.type === 'let_declaration' && node.field === 'value') {
    const pattern = parent.children.find((child) => child.field === 'pattern');
    return pattern?.type === '_' ? 'let' : undefined;
  }
  return undefined;
}

/** Methods of a type of the standard library that give a Result. */
function isKnownToFail(call: RustCall): boolean {
  return /^(?:File|BufWriter|LineWriter|TcpStream|TcpListener|UdpSocket|UnixStream|Command|Child|Stdout|Stderr|Connection|Transaction|Statement)$/.test(
    pointee(call.receiver?.type)?.name ?? '',
  );
}

function weightOf(
  call: RustCall,
  how: Discard,
  fn: RustFunction,
): { confidence: number; why: string } | undefined {
  const key = call.isMethod ? `.${call.name}` : lastTwo(call.path);
  const local = call.target ?? call.other?.signature;
  if (local !== undefined) {
    if (local.returns?.name !== 'Result') return undefined;
    // A destructor has no caller that it could give an error to.
    const isSpoken = how === 'statement' && fn.trait !== 'Drop';
    return { confidence: isSpoken ? 0.58 : 0.45, why: `${local.name} may have failed` };
  }
  for (const [pattern, confidence, why] of CALLS) {
    if (!pattern.test(key)) continue;
    // The compiler warns of a Result that a statement drops, so a method of that name may give none.
    const isSure = how !== 'statement' || !call.isMethod || isKnownToFail(call);
    return { confidence: isSure ? confidence : Math.min(confidence, 0.45), why };
  }
  return undefined;
}
