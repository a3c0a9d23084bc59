import type { RustFunction } from '../../code/rust/items/items.ts';
import { lastTwo } from '../../code/rust/items/path.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import { describeTaint, isExternalTaint } from '../../code/rust/state/taint.ts';
import type { RustValue } from '../../code/rust/state/value.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { takesAnything } from './support/exposure.ts';

/** Failing calls of other people's making: files, sockets, processes. */
const IO =
  /^(?:File::(?:open|create)|fs::\w+|TcpStream::connect|TcpListener::bind|UdpSocket::bind|\.(?:spawn|output|status|accept|read_line|read_to_string|read_to_end|write_all|flush|connect|send_to|recv_from))$/;
/** These fail only when another thread has panicked, or never. */
const HARMLESS =
  /^\.(?:lock|write|read|borrow|borrow_mut|join|try_into_inner|into_inner|get_mut|wait|send)$/;

export const rustUnwrap: RustRule = {
  id: 'rust_unwrap',
  title: 'unwrap or expect on a value that may be absent',
  category: 'error_handling',
  cwe: [248, 754, 703],
  severity: 'medium',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: '`unwrap` and `expect` end the thread when the value is `None` or `Err`. On data from outside that lets an attacker stop the program with one bad message. Where a check on the same value comes first, or the value is fixed in the program, nothing can happen and nothing is reported.',
  suggestion:
    'Return the error with `?`, or handle the other case with `match`, `if let` or `unwrap_or`.',
  examples: {
    bad: [
      `use std::io;
pub fn read_count() -> usize {
    let mut line = String::new();
    let _ = io::stdin().read_line(&mut line);
    line.trim().parse::<usize>().unwrap() // defect
}`,
    ],
    good: [
      `pub fn first(value: Option<u8>) -> u8 {
    if value.is_none() {
        return 0;
    }
    value.unwrap()
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { fn, events } = analyzed;
      if (fn.isTest) continue;
      for (const call of events.calls) {
        if (!call.isMethod || !/^(?:unwrap|expect|unwrap_err|expect_err)$/.test(call.name))
          continue;
        const { receiver } = call;
        // A method of the project's own may have the name.
        if (call.arguments.length !== (call.name.startsWith('expect') ? 1 : 0)) continue;
        if (receiver === undefined || cannotFail(call, receiver)) continue;
        const { confidence, why } = confidenceOf(
          call,
          receiver,
          fn,
          analyzed.bindingAt(receiver.place)?.isParameter === true,
          takesAnything(facts, fn),
        );
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` panics when there is no value${why}.`,
          confidence,
          taint: isExternalTaint(receiver.taint) ? receiver.taint : undefined,
        });
      }
    }
  },
};

function cannotFail(call: RustCall, receiver: RustValue): boolean {
  const { facts } = call;
  const expectsError = /_err$/.test(call.name);
  if (facts.has(expectsError ? 'absent' : 'present', receiver.place)) return true;
  if (receiver.guard !== undefined || HARMLESS.test(receiver.made)) return true;
  if (/^\.(?:next|nth|first|last|pop|max|min|get|split_first|split_last)$/.test(receiver.made)) {
    if (receiver.from.some((place) => facts.has('nonempty', place))) return true;
    const [of, key] = receiver.from;
    if (receiver.made === '.get' && facts.has('present', `${of ?? ''}[${key ?? ''}]`)) return true;
    if (receiver.made === '.get' && key !== undefined && facts.has('max', key)) return true;
  }
  // Fixed input gives the same result on each run, so a first run has shown it.
  const fixed = receiver.constant && receiver.text !== undefined;
  return fixed || (receiver.constant && /::(?:new|from_str|parse)$|^\.parse$/.test(receiver.made));
}

function confidenceOf(
  call: RustCall,
  receiver: RustValue,
  fn: RustFunction,
  isParameterValue: boolean,
  isOpen: boolean,
): { confidence: number; why: string } {
  const documented = call.name === 'expect' ? 0.05 : 0;
  const { taint } = receiver;
  const parses =
    /parse|from_str|from_slice|from_utf8|decode|deserialize|from_bytes|from_reader|json/.test(
      receiver.made,
    );
  if (isExternalTaint(taint)) {
    const why = `, and ${describeTaint(taint)} decides that`;
    if (parses) return { confidence: 0.75 - documented, why };
    const base = taint.kind === 'arguments' || fn.name === 'main' ? 0.52 : 0.62;
    return { confidence: IO.test(receiver.made) ? 0.48 : base - documented, why };
  }
  if (taint?.kind === 'environment') return { confidence: 0.46 - documented, why: '' };
  if (receiver.variant === 'some') return { confidence: 0.4, why: '' };
  if (isParameterValue)
    return {
      confidence: (isOpen ? 0.6 : 0.46) - documented,
      why: ', and no path checks this parameter',
    };
  if (parses && taint?.kind === 'parameter') {
    return {
      confidence: (isOpen ? 0.58 : 0.46) - documented,
      why: ', and the caller decides that',
    };
  }
  const io = IO.test(receiver.made) || IO.test(lastTwo(receiver.made));
  if (io && fn.name !== 'main')
    return { confidence: 0.52 - documented, why: ', which the system decides' };
  return { confidence: 0.42, why: '' };
}
