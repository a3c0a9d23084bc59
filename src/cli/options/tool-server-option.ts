import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import type { ToolServerOption } from '../../entry/review/tool-servers.ts';

export const toolServerSchema = z.object({
  name: z.string(),
  permission: z.enum(['read', 'run']),
  command: z.tuple([z.string()], z.string()),
}) satisfies z.ZodType<ToolServerOption>;

/** Reads `name=command` or `name:read=command`; the parts of the command are separated by blanks. */
export function parseToolServer(
  value: string,
  previous: readonly z.infer<typeof toolServerSchema>[] = [],
): z.infer<typeof toolServerSchema>[] {
  const [, name = '', permission = 'run', text = ''] =
    /^([a-z][a-z0-9]{0,15})(?::(read|run))?=(.+)$/s.exec(value) ?? [];
  const parsed = toolServerSchema.safeParse({
    ...{ name, permission },
    command: text.trim().split(/\s+/),
  });
  if (name === '' || !parsed.success || text.trim() === '') {
    throw new InvalidArgumentError(
      'Expected a name in lower case and a command, such as notes=/usr/bin/notes-server or notes:read=….',
    );
  }
  if (previous.some((other) => other.name === name)) {
    throw new InvalidArgumentError(`There is a tool server ${name} already.`);
  }
  return [...previous, parsed.data];
}
