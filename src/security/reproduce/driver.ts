import * as z from 'zod';

/** A path below a folder: relative, without steps upwards. */
const path = z
  .string()
  .max(300)
  .regex(/^[\w.+-][\w.+ -]*(?:\/[\w.+-][\w.+ -]*)*$/, 'must be a relative path without ..')
  .refine((text) => !text.split('/').includes('..'), 'must be a relative path without ..');

/** What a model gives to reproduce a finding. */
export const driverSchema = z.object({
  kind: z.literal('driver'),
  /** The source that is compiled into the driver, relative to the root. */
  unit: path,
  /** C or C++, with a `main`; what it is compiled after is the unit. */
  driver: z.string().trim().min(1).max(60_000),
  /** Further sources of the repository, compiled by themselves. */
  other_units: z
    .array(path)
    .max(40)
    .nullish()
    .transform((units) => units ?? []),
  flags: z
    .array(z.string().max(200))
    .max(60)
    .nullish()
    .transform((flags) => flags ?? []),
  /** Headers that are not in the repository, by the name that they are included by. */
  files: z
    .array(z.object({ path, text: z.string().max(60_000) }))
    .max(12)
    .nullish()
    .transform((files) => files ?? []),
  /** What the driver finds in the file that its first argument names; base64. */
  input: z
    .string()
    .max(400_000)
    .regex(/^[A-Za-z0-9+/\s]*=*\s*$/, 'must be base64')
    .nullish()
    .transform((input) => input ?? ''),
});

export type Driver = z.infer<typeof driverSchema>;

/** The folder in the sandbox in which a driver is built. */
export const WORK_INSIDE = '/work';

/** The program that shows what it was built for. */
export const PROGRAM = 'reproduction';

/** The language of a driver is that of its unit. */
export function isCpp(unit: string): boolean {
  return /\.(?:cc|cpp|cxx|c\+\+|cp|hh|hpp|hxx|h\+\+|ipp|tpp)$/i.test(unit);
}

/** What is compiled: the unit, whose functions of file scope the driver may then call. */
export function mainText(driver: Driver): string {
  return [
    '#include "kit.h"',
    // The unit may be a program itself.
    '#define main rustward_unit_main',
    `#include RUSTWARD_UNIT`,
    '#undef main',
    `#include "driver.${isCpp(driver.unit) ? 'cpp' : 'c'}"`,
    '',
  ].join('\n');
}
