import {
  type CallToolResult,
  Client,
  type JsonSchemaValidatorResult,
} from '@modelcontextprotocol/client';
import * as z from 'zod';
import { IncompleteError, messageOf } from '../../errors.ts';
import { type Permission, type Tool, ToolError } from '../tool.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A program that offers tools by the Model Context Protocol, on its standard input and output. */
export interface ToolServerSettings {
  /** What the names of its tools begin with. */
  readonly name: string;
  /** What all of its tools may do here. */
  readonly permission: Exclude<Permission, 'write'>;
  readonly command: readonly [string, ...string[]];
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Until it has named its tools; 15 when missing. */
  readonly startSeconds?: number;
}

export interface ToolServer {
  readonly tools: readonly Tool[];
  /** Tools that are not offered, each with the reason, on one line. */
  readonly refused: readonly string[];
  close(): void;
}

const START_SECONDS = 15;
const CALL_SECONDS = 30;
const MAX_TOOLS = 32;
const MAX_CHARS = 16_000;
const MAX_SCHEMA_CHARS = 8000;
const MAX_DESCRIPTION_CHARS = 1000;

const argumentsSchema = z.record(z.string(), z.unknown());

/**
 * Starts a server of tools. What it says is no more trusted than a file of the repository: names,
 * descriptions and schemas are limited, answers are cut and fenced like those of any tool, and a
 * server that dies, hangs or writes nonsense gives errors that the model can go on from.
 * @throws IncompleteError when it does not start, or names no tools in time
 */
export async function openToolServer(settings: ToolServerSettings): Promise<ToolServer> {
  const transport = new StdioTransport(settings.command, settings.env);
  const client = new Client(
    { name: 'rustward', version: '1' },
    { jsonSchemaValidator: { getValidator: () => acceptAnything } },
  );
  const timeout = (settings.startSeconds ?? START_SECONDS) * 1000;
  const limit = { timeout, maxTotalTimeout: timeout };
  try {
    await client.connect(transport, limit);
    const { tools } = await client.listTools(undefined, limit);
    const offered: Tool[] = [];
    const refused: string[] = [];
    for (const tool of tools) {
      const { name, description = '', inputSchema: parameters } = tool;
      const own = `${settings.name}__${name}`;
      const problem = problemOf(name, parameters, offered, own);
      if (problem !== undefined) {
        refused.push(`tool ${JSON.stringify(name.slice(0, 60))} of ${settings.name}: ${problem}`);
        continue;
      }
      offered.push({
        ...{ name: own, permission: settings.permission, parameters },
        ...{ maxChars: MAX_CHARS, timeoutSeconds: CALL_SECONDS },
        description: description.slice(0, MAX_DESCRIPTION_CHARS),
        call: async (args, signal) => {
          const parsed = argumentsSchema.safeParse(args);
          if (!parsed.success) throw new ToolError(`${own} takes an object of arguments`);
          const result = await callServer(settings.name, transport, () =>
            client.callTool({ name, arguments: parsed.data }, { signal }),
          );
          const text = textOf(result);
          if (result.isError) throw new ToolError(text.slice(0, MAX_CHARS) || `${own} failed`);
          return text;
        },
      });
    }
    return { tools: offered, refused, close: () => void transport.close() };
  } catch (thrown) {
    const reason = transport.ended ?? messageOf(thrown);
    await transport.close();
    throw new IncompleteError(`the tool server ${settings.name} offers no tools: ${reason}`);
  }
}

/** A pattern in the schema of a server's results could keep this process busy for ever. */
function acceptAnything<Value>(input: unknown): JsonSchemaValidatorResult<Value> {
  if (isAccepted<Value>(input)) return { valid: true, data: input, errorMessage: undefined };
  return { valid: false, data: undefined, errorMessage: '' };
}

function isAccepted<Value>(_input: unknown): _input is Value {
  return true;
}

function problemOf(
  name: string,
  parameters: unknown,
  offered: readonly Tool[],
  own: string,
): string | undefined {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(name)) return 'no name that a model may call';
  if (JSON.stringify(parameters).length > MAX_SCHEMA_CHARS) return 'its arguments are too many';
  if (offered.some((other) => other.name === own)) return 'it is there twice';
  return offered.length >= MAX_TOOLS ? `more than ${MAX_TOOLS} tools` : undefined;
}

async function callServer<Result>(
  server: string,
  { ended }: StdioTransport,
  call: () => Promise<Result>,
): Promise<Result> {
  if (ended !== undefined) throw new ToolError(`${server} is gone: ${ended}. Go on without it.`);
  try {
    return await call();
  } catch (thrown) {
    throw new ToolError(`${server} gave no answer: ${messageOf(thrown)}. Go on without it.`);
  }
}

function textOf({ content, structuredContent }: CallToolResult): string {
  if (content.length === 0 && structuredContent !== undefined) {
    return JSON.stringify(structuredContent);
  }
  return content
    .map((block) => (block.type === 'text' ? block.text : `[${block.type} left out]`))
    .join('\n');
}
