import * as z from 'zod';
import { defineTool, type Tool, ToolError } from './tool.ts';

/** One agent gives the work to another. */
export interface HandOver {
  readonly to: string;
  readonly content: string;
}

export const SEND_MESSAGE = 'send_message';

/** The tool by which an agent gives its work to another one; `runAgent` delivers the message. */
export function sendMessage(
  recipients: readonly string[],
  deliver: (message: HandOver) => void,
): Tool {
  return defineTool({
    name: SEND_MESSAGE,
    description: `Gives the work to another agent and ends your turn. To one of: ${recipients.join(', ')}.`,
    permission: 'read',
    args: z.strictObject({ to: z.string(), content: z.string().min(1) }),
    run(message) {
      if (!recipients.includes(message.to)) {
        const names = recipients.join(', ');
        throw new ToolError(`there is no agent called ${message.to}; send it to one of: ${names}`);
      }
      deliver(message);
      return `Sent to ${message.to}.`;
    },
  });
}
