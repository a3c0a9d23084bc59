import * as z from 'zod';
import { formatZodError } from '../format-zod-error.ts';

/** What a tool may do: look at the tree, change it, or run something in the sandbox. */
export type Permission = 'read' | 'write' | 'run';

/** What a tool answers: always a text for the model, marked when it is an error. */
export interface ToolResult {
  readonly ok: boolean;
  readonly text: string;
}

/** A tool, whatever its arguments are. They arrive unparsed. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly permission: Permission;
  /** Of one answer; what is longer is cut in the middle. */
  readonly maxChars: number;
  readonly timeoutSeconds: number;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Parses the arguments and does the work. Throws ToolError for what the model can correct. */
  call(args: unknown, signal: AbortSignal): Promise<string>;
}

/** An error that the model can correct. The message says what was wrong and how to go on. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  /** Of the message, where it is an answer of its own; the usual limit of errors when undefined. */
  readonly maxChars: number | undefined;

  constructor(message: string, { maxChars }: { readonly maxChars?: number } = {}) {
    super(message);
    this.maxChars = maxChars;
  }
}

export interface ToolDefinition<Args> {
  readonly name: string;
  readonly description: string;
  readonly permission: Permission;
  readonly maxChars?: number;
  readonly timeoutSeconds?: number;
  readonly args: z.ZodType<Args>;
  run(args: Args, signal: AbortSignal): string | Promise<string>;
}

const MAX_CHARS = 16_000;
const TIMEOUT_SECONDS = 30;

/** The schema of the arguments, without what every one would repeat in every call of a model. */
function parametersOf(args: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(args, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}

/** Makes a tool whose arguments are checked against their schema before it does anything. */
export function defineTool<Args>({ args, run, ...rest }: ToolDefinition<Args>): Tool {
  return {
    maxChars: MAX_CHARS,
    timeoutSeconds: TIMEOUT_SECONDS,
    ...rest,
    parameters: parametersOf(args),
    async call(unparsed, signal) {
      const parsed = args.safeParse(unparsed);
      if (parsed.success) return await run(parsed.data, signal);
      throw new ToolError(
        `the arguments of ${rest.name} are wrong: ${formatZodError(parsed.error)}`,
      );
    },
  };
}
