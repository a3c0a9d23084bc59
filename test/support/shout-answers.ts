import { type Asked, goodAnswer } from './tally-answers.ts';

const PLAN = `<PLAN>{ "name": "shout", "modules": [
  { "name": "upper", "doc": "Upper case.", "functions": ["upper", "print_upper"] },
  { "name": "cli", "doc": "The command line.", "functions": ["refuse", "main"] }] }</PLAN>`;

const PLACES: Readonly<Record<string, object>> = {
  upper: {
    ...{ c: 'upper', file: 'src/upper.rs', rust: 'upper::upper' },
    signature: 'pub fn upper(c: i32) -> i32',
  },
  print_upper: {
    ...{ c: 'print_upper', file: 'src/upper.rs', rust: 'upper::print_upper' },
    ...{ signature: 'pub fn print_upper(text: &[u8])', mapping: { c: { text: { role: 'text' } } } },
  },
  refuse: {
    ...{ c: 'refuse', file: 'src/cli.rs', rust: 'cli::refuse' },
    signature: 'pub(crate) fn refuse(option: &[u8]) -> !',
    mapping: { c: { option: { role: 'text' } } },
  },
  main: {
    ...{ c: 'main', file: 'src/cli.rs', rust: 'cli::run' },
    signature: 'pub fn run(args: &[OsString]) -> i32',
  },
};

/** Code, tests and file of each function. */
const RUST: Readonly<Record<string, readonly [string, string, string]>> = {
  upper: [
    'src/upper.rs',
    `/// A letter of ASCII in upper case; anything else as it is.
pub fn upper(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |byte| i32::from(byte.to_ascii_uppercase()))
}`,
    '#[test]\nfn letters_alone() {\n    assert_eq!((upper(97), upper(48), upper(-1)), (65, 48, -1));\n}',
  ],
  print_upper: [
    'src/upper.rs',
    `use std::io::Write;

/// Prints a text in upper case, on a line of its own.
pub fn print_upper(text: &[u8]) {
    let line = [&text.to_ascii_uppercase()[..], b"\\n"].concat();
    let _ = std::io::stdout().write_all(&line);
}`,
    '#[test]\nfn prints() {\n    print_upper(b"a b");\n    assert_eq!(b"a b".to_ascii_uppercase(), b"A B");\n}',
  ],
  refuse: [
    'src/cli.rs',
    `use std::io::Write;

fn refusal(option: &[u8]) -> Vec<u8> {
    [b"shout: there is no option ", option, b"\\n"].concat()
}

/// Says that there is no such option, and ends.
pub(crate) fn refuse(option: &[u8]) -> ! {
    let _ = std::io::stderr().write_all(&refusal(option));
    std::process::exit(2)
}`,
    '#[test]\nfn names_the_option() {\n    assert!(refusal(b"-x").ends_with(b" -x\\n"));\n}',
  ],
  main: [
    'src/cli.rs',
    `use crate::upper::{print_upper, upper};
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;

/// Prints the arguments, or what it reads, in upper case.
pub fn run(args: &[OsString]) -> i32 {
    for arg in args.iter().skip(1).map(|one| one.as_bytes()) {
        if arg.first() == Some(&b'-') {
            refuse(arg);
        }
        print_upper(arg);
    }
    if args.len() < 2 {
        let mut bytes = Vec::new();
        let _ = std::io::stdin().read_to_end(&mut bytes);
        for byte in &mut bytes {
            *byte = upper(i32::from(*byte)) as u8;
        }
        let _ = std::io::stdout().write_all(&bytes);
    }
    0
}`,
    '#[test]\nfn prints_arguments() {\n    assert_eq!(run(&["shout".into(), "hi".into()]), 0);\n}',
  ],
};

/** What a model that makes no mistake answers about the project `shout`. */
export function shoutAnswer(asked: Asked): string {
  const { role, step } = asked;
  if (role === 'planner') return PLAN;
  if (role === 'signature-planner') return `<PLAN>${JSON.stringify([PLACES[step]])}</PLAN>`;
  if (role === 'translator' || role === 'migration-fixer') {
    const [file, code, tests] = RUST[step] ?? ['', '', ''];
    return `<TESTS file="${file}">\n${tests}\n</TESTS>\n<CODE file="${file}">\n${code}\n</CODE>`;
  }
  return goodAnswer(asked);
}
