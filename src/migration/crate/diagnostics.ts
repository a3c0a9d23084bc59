import type { ByteSpan } from '../../code/rust/items/remove-imports.ts';
import { type CompilerMessage, parseCompilerMessages } from './compiler-messages.ts';

/** What a message of the compiler is about, as far as it matters for its repair. */
type DiagnosticKind =
  | 'missing_import'
  | 'type_mismatch'
  | 'visibility'
  | 'borrow_checker'
  | 'dependency_missing'
  | 'module_not_found'
  | 'other_error'
  | 'warning';

export interface Diagnostic {
  readonly kind: DiagnosticKind;
  /** Such as `E0308` or `unused_variables`; empty for none. */
  readonly code: string;
  readonly message: string;
  /** Relative to the crate, with the line counted from 1; empty and 0 for one about the whole. */
  readonly file: string;
  readonly line: number;
  /** What is not used, of a warning that says so; empty for any other. */
  readonly unused: readonly string[];
  /** Where the imports are that it says are not used, within its file; empty for any other. */
  readonly unusedImports: readonly ByteSpan[];
  /** As the compiler prints it. */
  readonly rendered: string;
  /** Whether the compiler suggests a fix. */
  readonly isFixable: boolean;
}

/**
 * Reads what cargo prints with `--message-format=json`: each diagnostic once, though a library and
 * its tests are compiled apart. Lines that are something else are left out.
 */
export function parseDiagnostics(output: string): Diagnostic[] {
  const seen = new Set<string>();
  return parseCompilerMessages(output).flatMap((one) => {
    const { level, message, code, spans, children, rendered } = one;
    const isError = level.startsWith('error');
    const place = spans.find(({ is_primary }) => is_primary);
    // "aborting due to 2 previous errors", "3 warnings emitted": said of what was said already.
    if ((!isError && level !== 'warning') || (place === undefined && code === null)) {
      if (!isError || /^aborting due to/.test(message)) return [];
    }
    const key = `${place?.file_name}:${place?.line_start} ${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const diagnostic: Diagnostic = {
      kind: isError ? kindOf(code?.code ?? '', rendered ?? message) : 'warning',
      code: code?.code ?? '',
      message,
      file: place?.file_name ?? '',
      line: place?.line_start ?? 0,
      unused: unusedNames(one),
      unusedImports: unusedImports(one),
      rendered: rendered ?? message,
      isFixable: [...spans, ...children.flatMap((child) => child.spans)].some(
        ({ suggestion_applicability }) => suggestion_applicability === 'MachineApplicable',
      ),
    };
    return [diagnostic];
  });
}

function unusedImports({ code, spans }: CompilerMessage): ByteSpan[] {
  if (code?.code !== 'unused_imports') return [];
  return spans
    .filter(({ is_primary }) => is_primary)
    .map(({ byte_start: start, byte_end: end }) => ({ start, end }));
}

/** Of many, the message names none ("multiple methods are never used"): then their places tell. */
function unusedNames({ code, message, spans }: CompilerMessage): string[] {
  if (code?.code !== 'dead_code' && code?.code !== 'unused_imports') return [];
  const named = [...message.matchAll(/`([\w:]+)`/g)].flatMap(([, name]) => name ?? []);
  if (named.length > 0) return named;
  return spans
    .filter(({ is_primary }) => is_primary)
    .flatMap(({ text }) => text)
    .map(({ text, highlight_start: from, highlight_end: to }) => text.slice(from - 1, to - 1));
}

const KINDS: Readonly<Record<string, DiagnosticKind>> = {
  E0412: 'missing_import',
  E0404: 'missing_import',
  E0405: 'missing_import',
  E0422: 'missing_import',
  E0425: 'missing_import',
  E0574: 'missing_import',
  E0583: 'module_not_found',
  E0061: 'type_mismatch',
  E0277: 'type_mismatch',
  E0308: 'type_mismatch',
  E0369: 'type_mismatch',
  E0599: 'type_mismatch',
  E0604: 'type_mismatch',
  E0605: 'type_mismatch',
  E0606: 'type_mismatch',
  E0603: 'visibility',
  E0616: 'visibility',
  E0624: 'visibility',
  E0451: 'visibility',
  E0106: 'borrow_checker',
  E0373: 'borrow_checker',
  E0381: 'borrow_checker',
  E0382: 'borrow_checker',
  E0384: 'borrow_checker',
  E0495: 'borrow_checker',
  E0499: 'borrow_checker',
  E0502: 'borrow_checker',
  E0503: 'borrow_checker',
  E0505: 'borrow_checker',
  E0506: 'borrow_checker',
  E0507: 'borrow_checker',
  E0515: 'borrow_checker',
  E0594: 'borrow_checker',
  E0596: 'borrow_checker',
  E0597: 'borrow_checker',
  E0621: 'borrow_checker',
  E0716: 'borrow_checker',
};

/** See the index of error codes of the Rust compiler. */
function kindOf(code: string, text: string): DiagnosticKind {
  if (code === 'E0463') return 'dependency_missing';
  if (code === 'E0432' || code === 'E0433') {
    return /unlinked crate|can't find crate|a crate named|use `cargo add/.test(text)
      ? 'dependency_missing'
      : 'missing_import';
  }
  return KINDS[code] ?? 'other_error';
}
