import { posix } from 'node:path';
import * as z from 'zod';
import { leadsOutside } from '../../leads-outside.ts';

export const COMPILATION_FILE = 'compilation.json';

/** How the files of a project are compiled, as its own build has shown. */
export const compilationSchema = z.object({
  /** The flags of each file that clang is given, by its path within the folder of the C sources. */
  flags: z.record(z.string(), z.array(z.string())),
  /** Headers that the build makes, below `generated`, by their paths within that folder. */
  headers: z.array(z.string().refine(isPlainPath, 'it leads out of the folder')).default([]),
});

export type Compilation = z.infer<typeof compilationSchema>;

function isPlainPath(path: string): boolean {
  return !leadsOutside(posix.normalize(path));
}
