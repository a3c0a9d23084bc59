import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from './c-rule.ts';
import { constantPrefix, isConstantText } from './support/expressions/constant-text.ts';
import { confidenceByOrigin, traceOf, untrustedDataIn } from './support/expressions/taint-trace.ts';
import { eventOf } from './support/expressions/untrusted.ts';
import { GuardedTexts, namesOf } from './support/texts/guarded-texts.ts';
import { guardOfFunction } from './support/texts/text-guard.ts';

/** Calls that fetch what a URL names. */
const FETCHES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    xmlNanoHTTPFetch: 0,
    xmlReadFile: 0,
    xmlParseFile: 0,
    soup_message_new: 1,
    InternetOpenUrlA: 1,
    InternetOpenUrlW: 1,
    URLDownloadToFileA: 1,
    URLDownloadToFileW: 1,
    evhttp_uri_parse: 0,
  }),
);
const URL_OPTION = /^CURLOPT_(?:URL|PROXY|CONNECT_TO)$/;
const COMMAND = /^\s*(?:\S*\/)?(?:curl|wget|fetch)\b/;

/** Names of calls that matter here. */
const TOUCHES = namesOf(FETCHES.keys(), ['curl_easy_setopt', 'system', 'popen']);

export const ssrf: CRule = {
  id: 'ssrf',
  title: 'Others decide which address the program asks',
  category: 'input',
  cwe: [918],
  severity: 'medium',
  precision: 'medium',
  help: 'A request goes out with the network position and the trust of this machine. An attacker who decides its address reaches services that only listen inside, the metadata of the cloud, or files through `file://`.',
  suggestion:
    'Compare scheme and host with a list of those that are allowed, and do not follow redirects.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <curl/curl.h>
#include <stdio.h>
void preview(CURL *curl) {
  char address[300];
  if (scanf("%299s", address) != 1) return;
  curl_easy_setopt(curl, CURLOPT_URL, address); // defect
  curl_easy_perform(curl);
}`,
      `#include <curl/curl.h>
void notify(CURL *curl, const char *webhook) {
  curl_easy_setopt(curl, CURLOPT_URL, webhook); // defect
}`,
    ],
    good: [
      `#include <curl/curl.h>
#include <string.h>
void notify(CURL *curl, const char *webhook) {
  if (strncmp(webhook, "https://hooks.example.org/", 26) != 0) return;
  curl_easy_setopt(curl, CURLOPT_URL, webhook);
}
void ping(CURL *curl) { curl_easy_setopt(curl, CURLOPT_URL, "https://status.example.org/"); }`,
      `#include <curl/curl.h>
#include <stdio.h>
void look_up(CURL *curl, int id) {
  char address[80];
  snprintf(address, sizeof address, "https://api.example.org/items/%d", id);
  curl_easy_setopt(curl, CURLOPT_URL, address);
}`,
    ],
  },
  listen(report) {
    const guarded = new GuardedTexts();
    let checked = new Set<string>();
    return {
      enter(fn, facts) {
        guarded.reset(fn, facts, TOUCHES);
        checked = new Set();
      },
      branch: (condition, _assertion, facts) => guarded.branch(condition, facts),
      call(event, facts) {
        guarded.call(event, facts);
        const { call, args } = event;
        const checks =
          /^str(?:n|case|ncase)?cmp$/.test(call.name) ||
          (event.use !== 'ignored' &&
            (guardOfFunction(facts.unit, call.name) !== undefined ||
              /allow|valid|safe|check|trusted/i.test(call.name)));
        if (checks) for (const arg of call.args) checked.add(facts.text(withoutCasts(arg)));
        const [, option] = call.args;
        const isUrl =
          call.name === 'curl_easy_setopt' &&
          option !== undefined &&
          URL_OPTION.test(facts.text(option));
        const position = isUrl
          ? 2
          : (FETCHES.get(call.name) ?? (/^(?:system|popen)$/.test(call.name) ? 0 : undefined));
        const arg = position === undefined ? undefined : call.args[position];
        const value = position === undefined ? undefined : args[position];
        if (arg === undefined || value === undefined || isConstantText(arg, value, facts)) return;
        const text = constantPrefix(value, facts);
        if (/^(?:system|popen)$/.test(call.name) && (text === undefined || !COMMAND.test(text)))
          return;
        // With the host fixed, others decide only what is asked of it.
        if (text !== undefined && /^[a-z]+:\/\/[^/%\s]+\//i.test(text)) return;
        const taint = untrustedDataIn(value, facts);
        if (taint === undefined || checked.has(facts.text(withoutCasts(arg)))) return;
        const guard = guarded.of(arg, value, facts);
        if (guard.values || guard.trusted) return;
        report(call, `the address that is asked comes from ${taint.source}`, {
          confidence: taint.kind === 'argv' ? 0.55 : confidenceByOrigin(taint, 0.8, 0.55),
          event: eventOf(taint),
          trace: traceOf(taint, facts.step(call, 'the request goes there')),
        });
      },
    };
  },
};
