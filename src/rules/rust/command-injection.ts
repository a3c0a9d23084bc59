import type { RustCall } from '../../code/rust/state/events.ts';
import { describeTaint, type RustTaint } from '../../code/rust/state/taint.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import { quote, type RustRule } from './rust-rule.ts';

const SHELLS = /(?:^|[\\/])(?:sh|bash|dash|zsh|ksh|cmd|cmd\.exe|powershell|powershell\.exe|pwsh)$/i;
/** The same inside `args(["-c", ..])`. */
const IN_LIST = /"(?:-\w*c|\/[ck]|-command)"/i;
const SHELL_SCRIPT = /^(?:-\w*c|\/c|\/k|-command)$/i;

export const commandInjection: RustRule = {
  id: 'rust_command_injection',
  title: 'Untrusted text reaches a shell or names a program',
  category: 'input',
  cwe: [78, 88],
  severity: 'high',
  precision: 'high',
  judgesValues: true,
  languages: ['rust'],
  help: '`Command` passes its arguments to the program one by one, which is safe. Handing text to `sh -c`, or letting input choose the program, gives that up: who controls the text can run any command with the rights of the process.',
  suggestion:
    'Start the program itself and pass each value as its own argument; choose programs from a fixed list.',
  examples: {
    bad: [
      `use std::process::Command;
fn show() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let _ = Command::new("sh").arg("-c").arg(format!("cat {name}")).status(); // defect
}`,
    ],
    good: [
      `use std::process::Command;
fn show() -> std::io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    Command::new("cat").arg("--").arg(name).status()?;
    Ok(())
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const found = call.isMethod ? intoShell(facts, call) : asProgram(call);
        if (found === undefined) continue;
        const { taint, confidence, what } = found;
        report({
          node: call.isMethod ? lastStep(call) : call.node,
          in: analyzed,
          message: `${taint === undefined ? 'Text that the program does not fix' : sentence(taint)} ${what} in \`${quote(facts, lastStep(call))}\`.`,
          confidence,
          taint,
        });
      }
    }
  },
};

interface Found {
  readonly taint: RustTaint | undefined;
  readonly confidence: number;
  readonly what: string;
}

function intoShell(facts: RustFacts, call: RustCall): Found | undefined {
  const builder = call.receiver?.builder;
  if (builder === undefined || !builder.path.endsWith('Command::new')) return undefined;
  if (!/^(?:arg|args|raw_arg)$/.test(call.name)) return undefined;
  const program = builder.arguments[0]?.text ?? '';
  if (!SHELLS.test(program)) return undefined;
  const separately = builder.steps.some(({ arguments: args }) =>
    args.some((argument) => SHELL_SCRIPT.test(argument.text ?? '')),
  );
  const inList =
    call.name === 'args' &&
    call.argumentNodes.some((node) => IN_LIST.test(facts.file.tree.textOf(node)));
  const [value] = call.arguments;
  if (value === undefined || value.constant || !(separately || inList)) return undefined;
  const { taint } = value;
  const what = 'is run by a shell';
  if (taint === undefined) return { taint, confidence: 0.52, what };
  const confidence = taint.kind === 'parameter' ? 0.75 : taint.kind === 'environment' ? 0.72 : 0.93;
  return { taint, confidence: confidence - (taint.indirect ? 0.08 : 0), what };
}

function asProgram(call: RustCall): Found | undefined {
  if (!call.path.endsWith('Command::new') || /clap/.test(call.path)) return undefined;
  const taint = call.arguments[0]?.taint;
  if (taint === undefined) return undefined;
  const what = 'chooses the program';
  switch (taint.kind) {
    case 'environment':
      return { taint, confidence: 0.45, what };
    case 'parameter':
      return { taint, confidence: 0.45, what };
    case 'file':
      return { taint, confidence: 0.5, what };
    default:
      return { taint, confidence: taint.kind === 'arguments' ? 0.7 : 0.9, what };
  }
}

/** The last link of a chain of calls: `.arg(x)` of `Command::new(..).arg(x)`. */
function lastStep(call: RustCall): { readonly start: number; readonly end: number } {
  return { start: call.receiverNode?.end ?? call.node.start, end: call.node.end };
}

function sentence(taint: RustTaint): string {
  const text = describeTaint(taint);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
