import { createHash } from 'node:crypto';
import type { ModelSettings } from '../configuration/settings.ts';
import type { ModelRequest } from '../model.ts';

/** The hash of model, messages, tools and schema. Whose conversation it is does not matter. */
export function callKey(settings: ModelSettings, request: ModelRequest, maxOutput: number): string {
  const { baseUrl, model, parameters, jsonSchema } = settings;
  const { messages, tools = [], parallelToolCalls = false, answerSchema = null } = request;
  const parts = [
    ...['rustward call 1', baseUrl, model, parameters, jsonSchema, maxOutput],
    ...[messages, tools, parallelToolCalls, answerSchema],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
