import { PAGE_STYLE } from '../../../page/page-style.ts';
import { FINDING_STYLE } from './style-finding.ts';

const FILTER = `
.filter{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;margin-bottom:1.5rem}
.search{flex:1 1 19rem;position:relative;display:block}.search input{width:100%;padding:.58rem 2.4rem .58rem .95rem}.search kbd{position:absolute;right:.65rem;top:50%;translate:0 -50%}
.search input,.choice select{background:var(--surface);border:1px solid var(--edge);border-radius:10px}.search input::placeholder{color:var(--quiet);opacity:1}
.search input:focus-visible~kbd{display:none}
.search+fieldset{padding-block:.15rem}.filter fieldset{display:flex;flex-wrap:wrap;gap:.4rem}
.pill{position:relative}.pill input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer;width:100%;height:100%}
.pill span{display:block;border:1px solid var(--edge);border-radius:99px;padding:.42rem .9rem;font-size:.9rem;color:var(--quiet);text-decoration:line-through;text-decoration-thickness:1px}
.pill input[name=new]+span{text-decoration:none}
.pill input:checked+span{color:var(--accent);background:var(--accent-soft);border-color:var(--accent);text-decoration:none}
.pill.high input:checked+span{color:var(--high);background:var(--high-soft);border-color:var(--high)}
.pill.medium input:checked+span{color:var(--medium);background:var(--medium-soft);border-color:var(--medium)}
.pill.low input:checked+span{color:var(--low);background:var(--low-soft);border-color:var(--low)}
.pill input:focus-visible+span{outline:2px solid var(--accent);outline-offset:2px}
.choices{flex:1 0 100%;display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;min-width:0}
.choice{display:flex;flex-direction:column;font-size:.9rem;min-width:0;max-width:13rem}.choice span{font-size:.78rem;color:var(--quiet)}.choice select{padding:.42rem .6rem;max-width:100%}
.count{margin-left:auto;color:var(--quiet);font-size:.9rem;padding-bottom:.45rem;font-variant-numeric:tabular-nums}`;

const REST = `
.group{margin-bottom:2rem}details.group:not([open]){margin-bottom:.6rem}h2{display:inline;font-size:1.2rem;font-weight:640;letter-spacing:-.012em}div.group>h2{display:block;margin-bottom:.75rem}
details.group>summary{cursor:pointer;padding:.3rem 0;width:fit-content;list-style-position:outside;margin-left:1.1rem}details.group>summary::marker{color:var(--quiet)}details.group[open]>summary{margin-bottom:.75rem}
.note{margin-bottom:.75rem}
.skipped{background:var(--surface);border:1px solid var(--line);border-radius:14px}.skipped li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.1rem 1.5rem;padding:.65rem 1.25rem;font-size:.92rem}.skipped li+li{border-top:1px solid var(--line)}.skipped span{color:var(--quiet)}
.rules article{background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:1.15rem 1.35rem;margin-bottom:.75rem}.rules h3{font-size:1rem;margin-bottom:.5rem}.rules h3 code{color:var(--quiet);font-weight:400;margin-left:.4em}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;padding-block:1.5rem 2.5rem;color:var(--quiet);font-size:.875rem}.shortcuts kbd{margin-left:.6em}.shortcuts input{vertical-align:-.1em;accent-color:var(--accent)}
@media (max-width:34rem){.ring svg{width:7rem}.filter{gap:.75rem}.choice{flex:1 1 8rem;max-width:none}.choice select{max-width:100%;width:100%}.shortcuts{line-height:2}.count{width:100%}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}.finding>details>summary::after{transition:rotate .15s}}
@media (forced-colors:active){.track{fill:Canvas}.bar{fill:Highlight}.pill input:checked+span{border-width:3px}}
@media print{:root{color-scheme:light;--page:#fff}.filter,.theme,.shortcuts,.skip{display:none!important}.long>.finding{content-visibility:visible}.finding>details,.card,.code{break-inside:avoid-page}body{font-size:10pt}}`;

export const STYLE = [PAGE_STYLE, FILTER, FINDING_STYLE, REST].join('');
