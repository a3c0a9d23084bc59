import { parseCompilerMessages } from './compiler-messages.ts';

/** Text in place of other text. */
interface Replacement {
  /** Relative to the crate. */
  readonly file: string;
  /** Offsets in bytes of the file's UTF-8. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What the compiler or clippy would write instead, and is sure of. */
export interface Suggestion {
  /** Such as `clippy::needless_return`. */
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  /** To be made together. */
  readonly replacements: readonly Replacement[];
}

/**
 * Reads the warnings of `cargo clippy --message-format=json` that have a machine-applicable fix:
 * each once. One of several ways is no such, nor one that has places to fill in.
 */
export function parseSuggestions(output: string): Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const { message, code, spans, children, level } of parseCompilerMessages(output)) {
    const place = spans.find(({ is_primary }) => is_primary);
    const ways = children.filter((child) =>
      child.spans.some(({ suggested_replacement }) => suggested_replacement !== null),
    );
    const [way] = ways;
    if (level !== 'warning' || place === undefined || way === undefined || ways.length > 1)
      continue;
    if (way.spans.some((span) => span.suggestion_applicability !== 'MachineApplicable')) continue;
    const suggestion: Suggestion = {
      code: code?.code ?? '',
      message,
      file: place.file_name,
      line: place.line_start,
      replacements: way.spans.map((span) => ({
        file: span.file_name,
        start: span.byte_start,
        end: span.byte_end,
        text: span.suggested_replacement ?? '',
      })),
    };
    found.set(JSON.stringify([suggestion.code, suggestion.replacements]), suggestion);
  }
  return [...found.values()];
}
