import { UsageError } from '../../errors.ts';

/** A program of the user's, or of an operator's, that offers tools to agents. No repository names one. */
export interface ToolServerOption {
  /** What the names of its tools begin with. */
  readonly name: string;
  readonly permission: 'read' | 'run';
  /** A program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/**
 * Reads `name=command` or `name:read=command`; the parts of the command are separated by blanks.
 * @param previous those that are named already
 * @throws UsageError for another form, or a name that is taken
 */
export function parseToolServer(
  value: string,
  previous: readonly ToolServerOption[] = [],
): ToolServerOption[] {
  const [, name = '', mode = 'run', text = ''] =
    /^([a-z][a-z0-9]{0,15})(?::(read|run))?=(.+)$/s.exec(value) ?? [];
  const [program = '', ...args] = text.trim().split(/\s+/);
  if (name === '' || program === '') {
    throw new UsageError(
      'Expected a name in lower case and a command, such as notes=/usr/bin/notes-server or notes:read=….',
    );
  }
  if (previous.some((other) => other.name === name)) {
    throw new UsageError(`There is a tool server ${name} already.`);
  }
  const permission = mode === 'read' ? 'read' : 'run';
  return [...previous, { name, permission, command: [program, ...args] }];
}

/**
 * Reads several of them.
 * @throws UsageError naming what they are given by, and what is wrong
 */
export function parseToolServers(values: readonly string[], givenBy: string): ToolServerOption[] {
  let servers: ToolServerOption[] = [];
  for (const value of values) {
    try {
      servers = parseToolServer(value, servers);
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      throw new UsageError(`${givenBy}: ${JSON.stringify(value)}: ${thrown.message}`);
    }
  }
  return servers;
}
