import type { CallExpr } from '../../code/c/ir/ast.ts';
import { isExternal } from '../../code/flow/domain/taint.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { isConstantText } from './support/expressions/constant-text.ts';
import { traceOf, untrustedDataIn } from './support/expressions/taint-trace.ts';
import { eventOf } from './support/expressions/untrusted.ts';

/** Loaders that can make objects or run code, and loaders that only build a tree. */
const RUNS_CODE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    pickle_loads: 0,
    PyMarshal_ReadObjectFromString: 0,
    PyRun_SimpleString: 0,
    luaL_dostring: 1,
    luaL_loadstring: 1,
    luaL_loadbuffer: 1,
    yaml_load: 0,
    rb_marshal_load: 0,
  }),
);
const BUILDS_TREE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    json_loads: 0,
    json_tokener_parse: 0,
    cJSON_Parse: 0,
    xmlReadMemory: 0,
    xmlParseMemory: 0,
    g_variant_new_from_data: 1,
  }),
);

/** Calls that run what they are given. */
const COMMANDS = /^(?:system|popen|dlopen|exec[lv]p?e?)$/;

export const deserializationUntrusted: CRule = {
  id: 'deserialization_untrusted',
  title: 'Untrusted data is turned into objects',
  category: 'input',
  cwe: [502],
  severity: 'medium',
  precision: 'low',
  help: 'Some formats describe programs or objects rather than data, and loading them runs what the sender wrote. Bytes that are copied over a struct set every field of it, pointers and lengths included.',
  suggestion:
    'Use a format that holds data only, check its shape against a schema, and limit its size and depth.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
void on_message(FILE *queue) {
  char message[700];
  if (fgets(message, sizeof message, queue) == NULL) return;
  struct json_object *root = json_tokener_parse(message); // defect
  struct json_object *hook = json_object_object_get(root, "hook");
  if (hook != NULL) system(json_object_get_string(hook));
  json_object_put(root);
}`,
      `#include <lauxlib.h>
#include <stdio.h>
void run_rule(lua_State *state) {
  char rule[400];
  if (fgets(rule, sizeof rule, stdin) == NULL) return;
  luaL_dostring(state, rule); // defect
}`,
      `#include <sys/socket.h>
struct plugin { void (*start)(void); int id; };
int receive(int peer, struct plugin *plugin) {
  if (recv(peer, plugin, sizeof *plugin, MSG_WAITALL) != sizeof *plugin) return -1; // defect
  return 0;
}`,
    ],
    good: [
      `#include <lauxlib.h>
void run_rule(lua_State *state) { luaL_dostring(state, "return 1 + 1"); }`,
      `#include <sys/socket.h>
struct header { unsigned length; unsigned kind; };
int receive(int peer, struct header *header) {
  return recv(peer, header, sizeof *header, MSG_WAITALL) == sizeof *header ? 0 : -1;
}`,
    ],
  },
  listen(report) {
    /** The documents that this function loads. */
    let loaded: CallExpr[] = [];
    return {
      enter() {
        loaded = [];
      },
      call(event, facts) {
        const { call, args } = event;
        if (BUILDS_TREE.has(call.name)) loaded.push(call);
        else if (COMMANDS.test(call.name)) checkCommand(event, loaded, facts, report);
        const runs = RUNS_CODE.get(call.name);
        const position = runs ?? BUILDS_TREE.get(call.name);
        const arg = position === undefined ? undefined : call.args[position];
        const value = position === undefined ? undefined : args[position];
        if (arg !== undefined && value !== undefined && !isConstantText(arg, value, facts)) {
          const taint = untrustedDataIn(value, facts);
          const real = taint !== undefined && taint.kind !== 'parameter';
          const confidence =
            runs === undefined
              ? real
                ? 0.45
                : 0.4
              : real
                ? 0.85
                : taint === undefined
                  ? 0.4
                  : 0.55;
          if (taint !== undefined)
            report(call, `\`${call.name}\` builds objects from ${taint.source}`, {
              confidence,
              event: eventOf(taint),
              trace: traceOf(taint, facts.step(call, 'it is loaded here')),
            });
        }
        // Pointers that come from another machine are never right.
        const buffer = /^(?:recv|read)$/.test(call.name)
          ? call.args[1]
          : call.name === 'fread'
            ? call.args[0]
            : undefined;
        const inner = buffer?.kind === 'cast' ? buffer.operand : buffer;
        const type = inner?.type.kind === 'pointer' ? inner.type.to : undefined;
        const record = type?.kind === 'record' ? facts.unit.symbols.record(type.name) : undefined;
        const pointer = record?.fields.find((field) => field.type.kind === 'pointer');
        if (record !== undefined && pointer !== undefined && !record.union)
          report(
            call,
            `the pointer \`${pointer.name}\` of the struct is set by the sender of these bytes`,
            {
              confidence: call.name === 'recv' ? 0.8 : 0.55,
            },
          );
      },
    };
  },
};

/** Part of a document from outside becomes a command: then the document is a program after all. */
function checkCommand(
  { call, args }: CallEvent,
  loaded: readonly CallExpr[],
  facts: Facts,
  report: ReportHit,
): void {
  for (const value of args) {
    const taint = untrustedDataIn(value, facts);
    if (!isExternal(taint)) continue;
    for (const load of loaded) {
      const { line } = facts.unit.tree.location(load);
      const passes = taint.steps.some(
        (step) => step.location.line === line && step.message.startsWith(`${load.name} `),
      );
      if (!passes) continue;
      report(load, `what \`${load.name}\` reads from ${taint.source} becomes a command`, {
        confidence: 0.6,
        event: eventOf(taint),
        trace: traceOf(taint, facts.step(call, 'it is run here')),
      });
    }
  }
}
