import { literal } from '../c/conditions.ts';
import { RETURNED } from '../c/variables.ts';
import type { Meaning } from '../mapping.ts';
import { ERRNO_FAILURE } from './error-arms.ts';
import { mentions } from './mentions.ts';

/** How the C tells that a `Result` is `Ok`. */
export interface Success {
  /** The C expression that holds then. */
  readonly holds: string;
  /** What the value means: where several codes are no error, it tells them apart. */
  readonly ok: Meaning;
  /** The one code that means it; undefined where all that is no error does. */
  readonly code: bigint | undefined;
}

/** When a `Result` is `Ok`: by the code of success, else by those of errors. */
export function successOf({
  ok,
  success,
  errors,
}: Extract<Meaning, { errors: unknown; ok: unknown }>): Success {
  if (success === undefined) {
    const codes = [...new Set(failures(errors))].map((code) => `${RETURNED} == ${literal(code)}`);
    const holds = codes.length > 0 ? `!(${codes.join(' || ')})` : `${RETURNED} == ${literal(0n)}`;
    return { holds, ok, code: undefined };
  }
  const holds = `${RETURNED} == ${literal(success)}`;
  const none = typeof ok === 'object' && 'some' in ok ? ok.none : undefined;
  if (typeof ok !== 'object' || !('some' in ok) || typeof none !== 'bigint') {
    return { holds, ok, code: success };
  }
  // "End" as a code of its own is no error: it is the `None` of a `Result<Option<T>, E>`.
  if (none === success || ok.success !== undefined || mentions(ok.some, 'return')) {
    return { holds, ok, code: success };
  }
  const both = `(${holds} || ${RETURNED} == ${literal(none)})`;
  return { holds: both, ok: { ...ok, success }, code: undefined };
}

type Errors = Extract<Meaning, { errors: unknown; ok: unknown }>['errors'];

function failures(errors: Errors): readonly bigint[] {
  if (errors === 'return') return [];
  return errors === 'errno' ? [ERRNO_FAILURE] : errors.map((one) => one.return);
}
