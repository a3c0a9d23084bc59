import type { Message, ModelRequest } from '../model.ts';
import type { Redact } from './redact.ts';

/** A request without secrets: what is sent, and therefore what is kept and recorded. */
export function redactRequest(request: ModelRequest, redact: Redact): ModelRequest {
  const { conversation, messages } = request;
  return {
    ...request,
    conversation: { ...conversation, subject: redact(conversation.subject) },
    messages: messages.map((message) => redactMessage(message, redact)),
  };
}

function redactMessage(message: Message, redact: Redact): Message {
  const content = redact(message.content);
  if (message.role !== 'assistant' || message.toolCalls === undefined) {
    return { ...message, content };
  }
  const toolCalls = message.toolCalls.map((call) => ({
    ...call,
    arguments: redact(call.arguments),
  }));
  return { ...message, content, toolCalls };
}
