/*
 * The programs of a crate are generated: what the `main` of a C file did is a function of the library, and all that a
 * program does is to call it with its arguments and to end with what it gives back.
 */

/** How a function is given the arguments of its program; not at all where it takes none. */
type ProgramArguments = 'none' | 'os strings' | 'strings';

/** A function that stands for the `main` of a C file. */
export interface Program {
  /** Of the C, relative to the folder of the sources. */
  readonly cFile: string;
  /** The name of the library, as code names it, and the path of the function in it. */
  readonly library: string;
  readonly rust: string;
  readonly takes: ProgramArguments;
  /** Whether the function owns the arguments. */
  readonly owns: boolean;
}

/** What may stand for a `main`: the first for one with parameters, the second for one without. */
export const PROGRAM_SIGNATURE = 'pub fn run(args: &[OsString]) -> i32';
export const PLAIN_PROGRAM_SIGNATURE = 'pub fn run() -> i32';

/** How a function with this signature is called by a program; undefined where none is generated for it. */
export function programCall(signature: string): Pick<Program, 'takes' | 'owns'> | undefined {
  const text = signature.replaceAll(/\s+/g, ' ').trim();
  const [, param] = /^pub fn (?:r#)?\w+ ?\( ?(.*?),? ?\) ?-> ?i32$/.exec(text) ?? [];
  if (param === undefined) return undefined;
  if (param === '') return { takes: 'none', owns: true };
  const type = /^(?:mut )?\w+ ?: ?(.*)$/.exec(param)?.[1]?.replaceAll(' ', '') ?? '';
  const [, borrowed, owned] = /^(?:&\[([\w:]+)\]|(?:std::vec::)?Vec<([\w:]+)>)$/.exec(type) ?? [];
  const element = (borrowed ?? owned ?? '').replace(/^std::(?:ffi|string)::/, '');
  const owns = owned !== undefined;
  if (element === 'OsString') return { takes: 'os strings', owns };
  return element === 'String' ? { takes: 'strings', owns } : undefined;
}

/** The source of a program. */
export function programText(program: Program): string {
  const { cFile, library, rust, takes, owns } = program;
  const args = takes === 'none' ? '' : `${owns ? '' : '&'}args`;
  return `${headOf(cFile)} Generated: all that it does is in \`${rust}\`.
${takes === 'none' ? '' : '\nuse std::ffi::OsString;\n'}
fn main() {
${ARGUMENTS[takes]}    std::process::exit(${library}::${rust}(${args}));
}
`;
}

const ARGUMENTS: Readonly<Record<ProgramArguments, string>> = {
  none: '',
  'os strings': '    let args: Vec<OsString> = std::env::args_os().collect();\n',
  strings: `    let all: Result<Vec<String>, OsString> =
        std::env::args_os().map(OsString::into_string).collect();
    let Ok(args) = all else {
        eprintln!("an argument is not valid UTF-8");
        std::process::exit(2);
    };
`,
};

/** Whether a file has been generated as the program of a C file; of any when none is given. */
export function isProgramText(text: string, cFile?: string): boolean {
  const start = cFile === undefined ? '//! The program of `' : headOf(cFile);
  return text.startsWith(start) && writtenProgram(text) !== undefined;
}

function headOf(cFile: string): string {
  return `//! The program of \`${cFile.replaceAll(/[^\w./+-]/g, '_')}\`.`;
}

/** The program that a text is, but for its layout: of one that does anything else there is none. */
function writtenProgram(text: string): Program | undefined {
  const [, cFile, rust] =
    /^\/\/! The program of `([\w./+-]+)`\. Generated: all that it does is in `([\w:#]+)`\.\n/.exec(
      text,
    ) ?? [];
  const [, library, ampersand, args] =
    /\bexit\(\s*(\w+)::[\w:#\s]+\(\s*(&?)(args)?,?\s*\),?\s*\);\s*\}\s*$/.exec(text) ?? [];
  if (cFile === undefined || rust === undefined || library === undefined) return undefined;
  const takes =
    args === undefined ? 'none' : text.includes('into_string') ? 'strings' : 'os strings';
  const owns = ampersand === '';
  const program: Program = { cFile, library, rust, takes, owns };
  return withoutLayout(programText(program)) === withoutLayout(text) ? program : undefined;
}

function withoutLayout(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/,(?=\))/g, '');
}
