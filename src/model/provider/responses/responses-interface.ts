import { KeptThoughts } from '../kept-thoughts.ts';
import type { WireInterface } from '../wire-interface.ts';
import { responseAssembly } from './response-assembly.ts';
import { responseBody } from './response-body.ts';
import { completionOf } from './response-completion.ts';
import { responseSchema, type WireReasoning, type WireResponse } from './response-format.ts';

/** Responses: the newer interface of OpenAI, of Azure, and of some servers beside. */
export function responsesInterface(): WireInterface {
  const thoughts = new KeptThoughts<WireReasoning>();
  const keep = ({ output }: WireResponse) => {
    const call = output.find((item) => item?.type === 'function_call');
    thoughts.keep(
      call?.call_id ?? undefined,
      output.filter((item) => item?.type === 'reasoning'),
    );
  };
  return {
    path: '/responses',
    headers: {},
    body: (request, settings) => responseBody(request, settings, thoughts),
    parse(json) {
      const parsed = responseSchema.safeParse(json);
      if (!parsed.success) return undefined;
      const completion = completionOf(parsed.data);
      keep(parsed.data);
      return completion;
    },
    assembly: () => responseAssembly(keep),
  };
}
