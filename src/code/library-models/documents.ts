import type { CallModel } from './call-model.ts';

/** A part of a document, found or not: as trustworthy as the document in the first argument. */
const part: CallModel = { result: { kind: 'pointer', nullable: true, contentFrom: 0 } };

/** Parsers of JSON and XML, and what is read from the trees that they build (Jansson, cJSON, json-c, libxml2). */
export const DOCUMENTS: Readonly<Record<string, CallModel>> = {
  json_loads: part,
  json_object_get: part,
  json_array_get: part,
  json_string_value: part,
  cJSON_Parse: part,
  cJSON_GetObjectItem: part,
  cJSON_GetObjectItemCaseSensitive: part,
  cJSON_GetArrayItem: part,
  cJSON_GetStringValue: part,
  json_tokener_parse: part,
  json_object_object_get: part,
  json_object_array_get_idx: part,
  json_object_get_string: part,
  xmlReadMemory: part,
  xmlParseMemory: part,
  xmlDocGetRootElement: part,
  xmlNodeGetContent: part,
  xmlGetProp: part,
};
