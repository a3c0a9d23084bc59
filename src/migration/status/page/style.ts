import { PAGE_STYLE } from '../../../page/page-style.ts';

const PROGRESS = `
.progress{margin-top:1.5rem;max-width:44rem}.progress svg{width:100%;height:14px;display:block;border-radius:7px}
.migrated{--state:var(--good);--state-soft:var(--good-soft);--state-ink:var(--good)}
.skipped,.replaced{--state:var(--low-fill);--state-soft:var(--low-soft);--state-ink:var(--low)}
.current{--state:var(--medium-fill);--state-soft:var(--medium-soft);--state-ink:var(--medium)}
.waiting{--state:var(--edge);--state-soft:var(--sunken);--state-ink:var(--quiet)}
.blocked{--state:var(--high-fill);--state-soft:var(--high-soft);--state-ink:var(--high)}
rect.part{fill:var(--state)}rect.part.waiting{fill:var(--line)}
.legend{display:flex;flex-wrap:wrap;gap:.4rem 1.35rem;margin-top:.7rem;font-size:.9rem;color:var(--quiet)}.legend li{display:flex;align-items:center;gap:.5rem}
.legend b{color:var(--ink);font-variant-numeric:tabular-nums}.dot.state{background:var(--state)}.dot.waiting{background:var(--line);outline:1px solid var(--edge);outline-offset:-1px}
.tally{margin-left:auto}.figures .bad{background:var(--high-soft);border-color:transparent}.figures .bad,.figures .bad b{color:var(--high)}`;

const CARDS = `
section.charts.thirds.thirds{grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))}
.charts .wide-card{grid-column:1/-1}
.bars .part-row svg{height:8px;border-radius:4px}
.numbers{display:grid;grid-template-columns:repeat(auto-fit,minmax(5.2rem,1fr));gap:1.1rem .9rem}.numbers dd{font-size:1.35rem;font-weight:640;letter-spacing:-.02em;font-variant-numeric:tabular-nums;line-height:1.2}
.phases{display:grid;gap:.9rem;font-size:.9rem}.phases li{display:grid;grid-template-columns:1.35rem 1fr auto;gap:0 .5rem;align-items:baseline}
.phases small{grid-column:2/-1;color:var(--quiet);font-size:.82rem}.sign{font-weight:700}.met .sign{color:var(--good)}.unmet .sign,.unmet b{color:var(--high)}.phases b{font-weight:560;font-variant-numeric:tabular-nums}
.graph{overflow-x:auto;padding-bottom:.25rem}.graph svg{display:block;max-width:none;margin-inline:auto}
.graph text{fill:var(--ink);font-family:inherit;font-size:10.2px}.graph .node polygon,.graph .node path{fill:var(--state-soft);stroke:var(--state);stroke-width:1.3}.graph .node.blocked polygon{stroke-width:2.2}
.graph .edge path{stroke:var(--edge);fill:none}.graph .edge polygon{fill:var(--edge);stroke:var(--edge)}.graph>svg>g>polygon{fill:none;stroke:none}.graph a{text-decoration:none}.graph a:hover text{text-decoration:underline}`;

const FUNCTIONS = `
.functions{background:var(--surface);border:1px solid var(--line);border-radius:14px;overflow:hidden}.function+.function{border-top:1px solid var(--line)}
.function{border-left:4px solid var(--state)}.function.waiting{border-left-color:var(--line)}
.function summary{display:grid;grid-template-columns:minmax(0,1.5fr) 6.2rem minmax(0,1.25fr) 6.5rem 5.5rem 1rem;gap:.25rem 1rem;align-items:center;padding:.7rem 1.1rem;cursor:pointer;list-style:none}.function summary::-webkit-details-marker{display:none}
.function summary:hover{background:var(--sunken)}.function summary::after{content:"›";color:var(--quiet);justify-self:end;font-size:1.15rem}.function details[open] summary::after{rotate:90deg}
.function .name{display:block;font-weight:600;font-size:.93rem}.place{display:block;color:var(--quiet);font-size:.8rem;overflow-wrap:anywhere}
.badge{justify-self:start;background:var(--state-soft);color:var(--state-ink);border-radius:99px;padding:.1rem .65rem;font-size:.8rem;white-space:nowrap}.waiting .badge{border:1px solid var(--line)}
.seen{font-size:.86rem}.seen.bad{color:var(--high)}.seen small{display:block;color:var(--quiet)}
.reach{font-size:.8rem;color:var(--quiet);font-variant-numeric:tabular-nums}.reach svg{display:block;width:100%;height:5px;border-radius:3px;margin-top:.2rem}
.took{font-size:.8rem;color:var(--quiet);text-align:right;font-variant-numeric:tabular-nums}
.inside{padding:.35rem 1.1rem 1.25rem;display:grid;gap:1rem;border-top:1px dashed var(--line);background:var(--sunken)}.inside h3{font-size:.8rem;font-weight:600;color:var(--quiet);margin-bottom:.25rem}
.inside>div{margin-top:.65rem}.inside>div+div{margin-top:0}.inside pre{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:.7rem .9rem;margin:0;white-space:pre-wrap}
.inside li{font-size:.92rem}.inside li+li{margin-top:.2rem}.plain li{padding-left:1rem;position:relative}.plain li::before{content:"–";position:absolute;left:0;color:var(--quiet)}
.reason{background:var(--high-soft);color:var(--high);border-radius:10px;padding:.65rem .9rem;font-size:.92rem;white-space:pre-wrap}.skipped .reason,.replaced .reason{background:var(--low-soft);color:var(--low)}
.facts+*{margin-top:.7rem}.facts{display:flex;flex-wrap:wrap;gap:.7rem 2rem}.facts dd{font-variant-numeric:tabular-nums;font-size:.92rem}
.gates{background:var(--surface);border:1px solid var(--line);border-radius:14px}.gates>li{display:grid;grid-template-columns:1.35rem minmax(9rem,12rem) 1fr;gap:.1rem .75rem;padding:.6rem 1.25rem;font-size:.92rem}.gates>li+li{border-top:1px solid var(--line)}
.gates ul{grid-column:2/-1;font-size:.86rem;margin-top:.2rem}.gates .idle{color:var(--quiet)}.failed .sign,.failed .what{color:var(--high)}.passed .sign{color:var(--good)}
.filter .pill.state input:checked+span{color:var(--state-ink);background:var(--state-soft);border-color:var(--state)}
.group>h2{display:block;margin-bottom:.75rem}footer{display:flex;justify-content:space-between;padding-block:1.5rem 2.5rem;color:var(--quiet);font-size:.875rem}.group{margin-bottom:2.25rem}h2{font-size:1.2rem;font-weight:640;letter-spacing:-.012em;margin:0}
.filter{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center;margin-bottom:1rem}.filter fieldset{display:flex;flex-wrap:wrap;gap:.4rem}.search{flex:1 1 16rem;display:block}.search input{width:100%;padding:.5rem .95rem;background:var(--surface);border:1px solid var(--edge);border-radius:10px}.search input::placeholder{color:var(--quiet);opacity:1}
.pill{position:relative}.pill input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer;width:100%;height:100%}.pill span{display:block;border:1px solid var(--edge);border-radius:99px;padding:.35rem .85rem;font-size:.88rem;color:var(--quiet)}.pill input:not(:checked)+span{text-decoration:line-through}.pill input:focus-visible+span{outline:2px solid var(--accent);outline-offset:2px}
.count{color:var(--quiet);font-size:.9rem;font-variant-numeric:tabular-nums;min-width:7rem;text-align:right}
@media (max-width:46rem){.function summary{grid-template-columns:minmax(0,1fr) auto 1rem}.function summary::after{grid-column:3;grid-row:1}.seen{grid-column:1/-1}.reach,.took{display:none}.gates>li{grid-template-columns:1.35rem 1fr}.gates .what{grid-column:2}}
@media print{:root{color-scheme:light;--page:#fff}.filter,.theme{display:none!important}body{font-size:10pt}}`;

export const STATUS_STYLE = [PAGE_STYLE, PROGRESS, CARDS, FUNCTIONS].join('');
/** Without the script nothing can be filtered, and everything can still be unfolded. */
export const STYLE_WITHOUT_SCRIPT = '.filter,.theme{display:none!important}';
