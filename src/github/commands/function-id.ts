import * as z from 'zod';

/** The name of a C function, as instructions, branches and labels may have it. */
export const functionNameSchema = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);

/** A file of the repository: relative, with `/`, and nothing in it that leads elsewhere. */
export const filePathSchema = z
  .string()
  .min(1)
  .max(400)
  .refine(isPlainPath, 'must be a relative path without . and .. and control characters');

/** A C function, told from all others of its project. */
export const functionIdSchema = z.strictObject({
  name: functionNameSchema,
  /** The file that defines it. */
  file: filePathSchema,
});

export type FunctionId = z.infer<typeof functionIdSchema>;

function isPlainPath(path: string): boolean {
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** What tells a function from others, of whatever else is known of it. */
export function idOf({ name, file }: FunctionId): FunctionId {
  return { name, file };
}
