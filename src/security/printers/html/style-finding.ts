/**
 * A finding folded and unfolded. A list of thousands opens at once because the browser lays out
 * only the findings near the view (content-visibility), and because a finding is a plain block:
 * as list items they would be counted, and hiding thousands of counted items takes minutes.
 */
export const FINDING_STYLE = `
ol.findings{background:var(--surface);border:1px solid var(--line);border-radius:14px;overflow:clip;box-shadow:0 1px 3px var(--shadow)}
.long>.finding{content-visibility:auto;contain-intrinsic-size:auto 4.75rem}.finding{display:block;border-left:3px solid transparent}.finding[hidden]{display:none}.finding:not(:first-child){border-top:1px solid var(--line)}
.finding.high{border-left-color:var(--high-fill)}.finding.medium{border-left-color:var(--medium-fill)}.finding.low{border-left-color:var(--low-fill)}
.finding>details>summary{display:grid;grid-template:"severity title how chevron" "severity where how chevron"/5.25rem minmax(0,1fr) auto 1rem;gap:.1rem 1rem;align-items:center;padding:.85rem 1.25rem .85rem 1rem;cursor:pointer;list-style:none}
.finding>details>summary::-webkit-details-marker{display:none}
.finding>details>summary::after{content:"";grid-area:chevron;width:.5rem;height:.5rem;border:solid var(--edge);border-width:0 2px 2px 0;rotate:45deg;justify-self:end;margin-top:-.2rem}
.finding>details[open]>summary::after{rotate:-135deg;margin-top:.2rem}
.finding>details>summary:hover{background:var(--sunken)}.finding>details>summary:focus-visible{outline-offset:-3px}
.severity{grid-area:severity;justify-self:start;align-self:start;border-radius:99px;padding:.1rem .7rem;font-size:.82rem;font-weight:600;margin-top:.1rem}
.high .severity{color:var(--high);background:var(--high-soft)}.medium .severity{color:var(--medium);background:var(--medium-soft)}.low .severity{color:var(--low);background:var(--low-soft)}
.finding h3{grid-area:title;font-size:1rem;font-weight:600;letter-spacing:-.006em;line-height:1.4}
.badge{display:inline-block;margin-left:.55rem;border:1px solid var(--edge);border-radius:5px;padding:0 .4rem;font-size:.75rem;font-weight:500;color:var(--quiet);vertical-align:.08em;letter-spacing:0}.badge.new{color:var(--accent);border-color:var(--accent)}.badge.verified{color:var(--accent);background:var(--accent-soft);border-color:transparent;font-weight:600}.badge.verified::before{content:"\\2713\\00a0"}
summary>.where{grid-area:where}.where{color:var(--quiet);font-size:.9rem;min-width:0;overflow-wrap:anywhere}
.function{font-size:.9rem;overflow-wrap:anywhere}.function::before{content:" in ";opacity:.85}
.how{grid-area:how;text-align:right;font-size:.85rem;color:var(--quiet);display:grid;gap:.15rem;justify-items:end}
.confidence{display:flex;align-items:center;gap:.5rem;font-variant-numeric:tabular-nums;position:relative}.confidence svg{width:3.5rem;height:4px;border-radius:2px}.confidence .bar{fill:var(--edge)}
.body{padding:.4rem 1.25rem 1.5rem calc(5.25rem + 2rem);display:grid;gap:1.1rem;grid-template-columns:minmax(0,1fr)}
.description{font-size:1.03rem;max-width:46rem;text-wrap:pretty}
.code{background:var(--sunken);border:1px solid var(--line);border-radius:10px;overflow-x:auto;font-size:.95rem}
.code ol{padding:.6rem 0;min-width:100%;width:max-content;font:.86em/1.65 ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace;tab-size:4}
.code li{white-space:pre;padding-right:1.25rem;min-height:1.65em}
.code li::before{content:counter(list-item);display:inline-block;position:sticky;left:0;min-width:4.2em;padding-right:1.1em;margin-right:.6em;text-align:right;color:var(--quiet);background:var(--sunken);user-select:none}
.code .hit,.code .hit::before{background:var(--hit)}.code .hit{box-shadow:inset 3px 0 var(--medium-fill)}.code .hit::before{color:var(--ink);font-weight:600;box-shadow:inset 3px 0 var(--medium-fill)}
mark{background:var(--mark);color:inherit;border-radius:3px;padding:.12em 0}
h4{font-size:.85rem;font-weight:600;color:var(--quiet);margin-bottom:.35rem}
.trace ol{counter-reset:step;max-width:46rem}
.trace li{counter-increment:step;position:relative;padding:0 0 .8rem 2.1rem}.trace li:last-child{padding-bottom:0}
.trace li::before{content:counter(step);position:absolute;left:0;top:.1rem;width:1.4rem;height:1.4rem;border-radius:50%;border:1px solid var(--edge);background:var(--surface);font-size:.78rem;display:grid;place-items:center;color:var(--quiet)}
.trace li:not(:last-child)::after{content:"";position:absolute;left:.7rem;top:1.6rem;bottom:-.05rem;border-left:1px solid var(--edge)}
.trace li:last-child::before{background:var(--accent);border-color:var(--accent);color:var(--surface);font-weight:650}
.step{display:block}.suggestion p,.reason p,.premise p,.checked p{max-width:46rem;text-wrap:pretty}.suggestion p+p{margin-top:.5rem}
.suggestion{background:var(--good-soft);border-radius:10px;padding:.8rem 1.1rem}.suggestion h4{color:var(--good)}
.checked{background:var(--sunken);border:1px solid var(--line);border-radius:10px;padding:.8rem 1.1rem}
.reason{border:1px dashed var(--edge);border-radius:10px;padding:.8rem 1.1rem}
.about>summary,.more>summary{cursor:pointer;color:var(--accent);width:fit-content;font-size:.92rem}.about[open]>summary,.more[open]>summary{margin-bottom:.5rem}
.help{display:grid;gap:.7rem;max-width:46rem;font-size:.95rem;grid-template-columns:minmax(0,1fr)}.help pre{margin:0;background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:.7rem .9rem;white-space:pre-wrap}.help ul{list-style:disc;padding-left:1.2rem}.heading{font-weight:600}
.facts{display:flex;flex-wrap:wrap;gap:.6rem 1.8rem;font-size:.88rem;border-top:1px solid var(--line);padding-top:.9rem}
@media (max-width:46rem){
.finding>details>summary{grid-template:"severity how chevron" "title title title" "where where where"/auto minmax(0,1fr) 1rem;gap:.35rem .75rem;padding:.85rem 1rem}
.how{display:flex;gap:.9rem;justify-content:end;align-items:center}.confidence svg{display:none}.body{padding:.25rem 1rem 1.25rem}}`;
