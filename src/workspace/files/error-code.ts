import { messageOf } from '../../errors.ts';

/** Why the system refuses something, without code, call and path: `permission denied`. */
export function systemReason(thrown: unknown): string {
  const message = messageOf(thrown);
  const isOfSystem = errorCode(thrown) !== undefined;
  return (
    (isOfSystem && /^(?:Error: )?[A-Z0-9]+: (.*?), [a-z0-9_]+(?: '.*)?$/s.exec(message)?.[1]) ||
    message
  );
}

/** The code of an error of the system, such as `ENOENT`; undefined for any other thrown thing. */
export function errorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
