import { methodOf, receiverOf } from './creation-mode.ts';
import type { FixOfRule } from './mechanical-fix.ts';
import { argumentsOf, hasComment, nodeAt } from './nodes.ts';

const ACCEPTS = /^(?:danger_)?accept_invalid_(?:certs|hostnames)$/;

/** A builder of a client no longer accepts any certificate: the call is left out of the chain, or takes `false`. */
export const checkedCertificates: FixOfRule = (found) => {
  const { tree } = found;
  // Calls of one chain begin at one place.
  const call = nodeAt(found, (node) => ACCEPTS.test(methodOf(tree, node)));
  const receiver = call === undefined ? undefined : receiverOf(call);
  const [value] = call === undefined ? [] : argumentsOf(call);
  if (call === undefined || receiver === undefined || value === undefined) return undefined;
  if (value.type !== 'boolean_literal' || tree.textOf(value) !== 'true') return undefined;
  const link = { start: receiver.end, end: call.end };
  const goesOn = call.parent?.type === 'field_expression' && call.field === 'value';
  const title = 'Check certificates';
  return goesOn && receiver.type === 'call_expression' && !hasComment(tree, link)
    ? { title, edits: [{ ...link, text: '' }] }
    : { title, edits: [{ start: value.start, end: value.end, text: 'false' }] };
};
