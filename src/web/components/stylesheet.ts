/**
 * The one stylesheet. Every page contains it, and the content security policy allows it by its
 * hash, so it is the same text for all pages.
 */
export const STYLESHEET = `
:root{color-scheme:light dark;
--paper:#fcfbf8;--ink:#1c1e22;--quiet:#5a5e66;--rule:#dddad2;--tint:#f3f1ea;
--link:#15508a;--under:#93918a;--up:#1a6a44;--down:#9a3822;--line:#6d747f;--area:#c9ccd1}
@media(prefers-color-scheme:dark){:root{
--paper:#15171b;--ink:#e3e4e7;--quiet:#a2a7b0;--rule:#2f333b;--tint:#1d2026;
--link:#8fbcf2;--under:#6f7683;--up:#79c9a0;--down:#f09a84;--line:#8d949f;--area:#4a505a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);
font:.9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;
font-variant-numeric:tabular-nums lining-nums;overflow-wrap:anywhere}
body>*{width:min(100% - 2rem,74rem);margin-inline:auto}
h1,h2,h3,.brand{font-family:Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif;
font-weight:600;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.7rem,1.3rem + 1.6vw,2.4rem);letter-spacing:-.01em;margin:0}
h2{font-size:1.35rem;margin:0 0 .5rem}
h3{font-size:1.05rem;margin:0}
p{margin:.4rem 0;max-width:46rem;text-wrap:pretty}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.18em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
#content:focus{outline:none}
small{font-size:.8125rem;color:var(--quiet)}
ul,dl,dd,figure{margin:0;padding:0}
ul{list-style:none}
.up{color:var(--up)}
.down{color:var(--down)}
.level{color:var(--quiet)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;width:auto;left:-100vw;padding:.5rem 1rem;background:var(--paper)}
.skip:focus{left:0;z-index:1}

header.site{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 2rem;
padding-block:1rem .75rem;border-bottom:1px solid var(--rule)}
.brand{font-size:1.25rem;color:var(--ink);text-decoration:none}
header.site nav{display:flex;flex-wrap:wrap;gap:0 1.25rem}
header.site nav a{color:var(--quiet);text-decoration:none;padding-block:.25rem}
header.site nav a:hover{color:var(--link);text-decoration:underline}
footer.site{margin-top:3.5rem;padding-block:1.25rem 2.5rem;border-top:1px solid var(--rule);
font-size:.875rem;color:var(--quiet)}
footer.site ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}

main>section,.dossier>section{margin-top:2.75rem}
header.page{margin-top:2.25rem}
.notice{max-width:none;margin:1rem 0 0;padding:.6rem .9rem;background:var(--tint);
border-left:3px solid var(--link)}
.computed{color:var(--quiet);font-size:.875rem;margin:.1rem 0 0}
.period{color:var(--quiet);font-size:1.0625rem;margin:.35rem 0 0}
.lead{font-size:1.0625rem;margin:.9rem 0}
.periods{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 2rem;font-size:.875rem}
.periods>*{padding-block:.3rem}
.periods details[open]{flex-basis:100%}
.periods summary{padding-block:0}
.periods dt{margin-top:.6rem}
.periods ul,.list{columns:19rem auto;column-gap:2rem}
li{break-inside:avoid;padding-block:.1rem}
summary{cursor:pointer;padding-block:.3rem;color:var(--link);width:fit-content}
.cite{font-size:.875rem;color:var(--quiet)}

table{border-collapse:collapse;width:100%;font-size:.875rem;line-height:1.35}
caption{text-align:left;color:var(--quiet);padding:0 0 .4rem}
th,td{padding:.42rem .5rem;text-align:left;vertical-align:baseline;font-weight:400}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
tbody tr,tfoot tr{border-top:1px solid var(--rule)}
thead th{color:var(--quiet);font-size:.8125rem;vertical-align:bottom;white-space:nowrap}
tbody th.name{font-weight:600}
:is(th.name,.sector,h3) a{color:inherit;text-decoration-color:var(--under)}
:is(th.name,.sector,h3) a:hover{color:var(--link);text-decoration-color:currentColor}
.number,.rank,.commits,.change,.contributors,.growth,.agents,.score{text-align:right;white-space:nowrap}
tbody .score{font-weight:600}
tbody .rank{color:var(--quiet)}
.strong::before,.weak::before{content:"";display:inline-block;width:.5em;height:.5em;
margin-right:.45em;border:1.5px solid var(--line);border-radius:50%;vertical-align:.08em}
.strong::before{background:var(--ink);border-color:var(--ink)}
.weak{color:var(--quiet)}

.spark{display:block;width:6.75rem;height:1.5rem;overflow:visible;color:var(--line)}
.spark path,.plot path{fill:none;stroke:currentColor;stroke-width:1.25;vector-effect:non-scaling-stroke;
stroke-linecap:round;stroke-linejoin:round}
.spark circle{fill:var(--link)}
.trend{padding-block:0;vertical-align:middle}

.definitions dl{columns:19rem auto;column-gap:2.25rem;font-size:.875rem}
.definitions dl div{break-inside:avoid;padding-bottom:.6rem}
dt{font-weight:600}
.definitions dd{color:var(--quiet)}
.jump{display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;margin:.25rem 0 1.5rem;color:var(--quiet)}
.sectors{columns:22rem auto;column-gap:2.5rem}
.sectors section{break-inside:avoid;padding-bottom:2.25rem}
.about{color:var(--quiet);font-size:.875rem;margin:.2rem 0 .5rem}
.brief :is(th,td):not(:first-child,:last-child){padding-inline:.35rem}
.brief th.name{min-width:6rem}
.brief .spark{width:4.8rem;height:1.2rem}
main>section>.brief{max-width:46rem}

.facts{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:1rem 0}
.facts dt{font-weight:400;font-size:.8125rem;color:var(--quiet)}
.numbers{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:1.4rem 2.25rem}
.numbers>div{border-top:1px solid var(--rule);padding-top:.6rem}
.numbers dt{font-weight:400;color:var(--quiet)}
.numbers dd{font-size:.875rem;color:var(--quiet)}
.numbers .value{font-size:1.5rem;line-height:1.3;color:var(--ink);margin-bottom:.25rem}
.numbers .value small{font-size:.875rem;white-space:nowrap}
.numbers .value ul{display:flex;flex-wrap:wrap;gap:0 .6rem}
.numbers .value :is(.strong,.weak,li){font-size:1.125rem;color:var(--ink)}

.charts{display:grid;gap:2rem 2.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));margin-top:1rem}
.chart{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.6rem;font-size:.8125rem;color:var(--quiet)}
.chart figcaption{grid-column:1/-1;color:var(--ink);font-weight:600}
.scale{display:flex;flex-direction:column;justify-content:space-between;text-align:right;
margin-block:-.6rem;line-height:1.2rem}
.plot{display:block;width:100%;height:11rem;overflow:visible;color:var(--link)}
.plot svg{overflow:visible}
.plot line{stroke:var(--rule)}
.plot path{stroke-width:1.5}
.plot .dot{stroke-width:8}
.dates{grid-column:2;width:100%;height:1.2rem}
.dates text{fill:currentColor;font-size:.8125rem}

.evidence{display:grid;gap:0 3.5rem;grid-template-columns:minmax(0,1fr)}
.evidence h3{margin:1.75rem 0 .3rem}
.plain th small{display:block;max-width:34rem}
.plain tbody th{font-weight:400}
tfoot th,tfoot td{font-weight:600}
.weeks th,.weeks td{padding-block:.16rem}
.weeks tbody th{white-space:nowrap}
.bar{width:40%}
.bar svg{display:block;width:100%;height:.5rem;fill:var(--area)}
@media(width>=60rem){.evidence{grid-template-columns:minmax(0,1fr) 21rem}}

@media(width<40rem){.plain .number{white-space:normal;overflow-wrap:break-word}}
@media(width<26rem){
.brief{font-size:.8125rem}
.brief thead th{font-size:.75rem}
.brief :is(th,td):not(:first-child,:last-child){padding-inline:.2rem}
.brief .spark{width:3.4rem}
}
@media(width<22rem){
.brief th.name{min-width:4rem}
.brief .spark{width:2.75rem}
}
@media(width>62rem){
.full th.name{min-width:6.6rem}
.full :is(.commits,.score){padding-left:1rem}
.full .signal{padding-left:1.75rem}
}
@media(width<=62rem){
.full thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.full{display:block}
.full tbody{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:0 2.5rem}
.full tbody tr{display:grid;grid-template:"rank name name name score" "rank sector sector trend trend"
"rank commits change contributors growth" "rank signal signal signal agents"/1.6rem 3.4rem 1fr 1fr 1fr;
gap:.3rem .5rem;padding-block:.75rem .9rem;align-items:end;align-content:start}
.full tbody :is(th,td){padding:0}
.full tbody .rank{grid-area:rank;align-self:start;text-align:left;line-height:1.5rem}
.full tbody .name{grid-area:name;font-size:1rem;line-height:1.5rem}
.full tbody .sector{grid-area:sector}
.full tbody .trend{grid-area:trend;justify-self:end}
.full tbody .commits{grid-area:commits}
.full tbody .change{grid-area:change}
.full tbody .contributors{grid-area:contributors}
.full tbody .growth{grid-area:growth}
.full tbody .signal{grid-area:signal}
.full tbody .agents{grid-area:agents}
.full tbody .score{grid-area:score;font-size:1rem;line-height:1.5rem}
.full tbody :is(.commits,.change,.contributors,.growth,.agents)::before{content:attr(data-label);
display:block;font-size:.75rem;color:var(--quiet)}
.full tbody :is(.agents,.score)::before{content:attr(data-label) " ";display:inline;
font-size:.75rem;font-weight:400;color:var(--quiet)}
}
@media(width<22rem){
.full tbody tr{column-gap:.3rem}
.full tbody :is(.commits,.change,.contributors,.growth,.agents)::before{font-size:.6875rem}
}
.prose h2{margin:2.25rem 0 .5rem}
.prose h3{margin:1.4rem 0 .3rem}
.prose ul{list-style:disc;padding-left:1.2rem;max-width:46rem}
.prose dt,section>dl:not([class])>dt{font-weight:600;margin-top:.8rem}
.prose dd{max-width:46rem}
.prose dd small{display:block}
.prose pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--tint);padding:.8rem;max-width:46rem}
.timeline{list-style:none;margin:0;padding:0 0 0 1rem;border-left:2px solid var(--rule)}
.timeline li{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:0 .75rem;padding-block:.3rem;position:relative}
.timeline li::before{content:"";position:absolute;left:calc(-1rem - 5px);top:.85rem;width:8px;height:8px;
border-radius:50%;background:var(--link)}
.when{color:var(--quiet);white-space:nowrap}
.timeline small a+a::before{content:"· "}
.bars{margin:1.25rem 0;max-width:46rem}
.bars svg{width:100%;height:auto}
.bars text{font-size:12px;fill:var(--ink)}
.bars path{fill:var(--line)}
.results{padding-left:1.6rem;margin:0}
.results li{padding-bottom:.8rem}
@media print{
:root{color-scheme:light;--paper:#fff;--ink:#000;--quiet:#444;--rule:#bbb;--link:#000}
@page{margin:12mm}
header.site nav,footer.site,.skip,#data{display:none}
body{font-size:8.5pt}
h1{font-size:15pt}
h2{font-size:10.5pt}
main>section,.dossier>section,header.page{margin-top:.7rem}
.dossier .lead{font-size:8.5pt}
.timeline li{padding-block:.05rem}
.timeline li::before{top:.45rem}
.list{columns:2;font-size:7pt}
}
form[role=search]{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;margin-top:1rem}
form[role=search] input{flex:1 1 16rem;max-width:32rem;min-width:0}
form.checkout{margin-top:1rem}
form.checkout button,form[role=search] :is(input,select,button){font:inherit;padding:.35rem .5rem;color:inherit;
background:var(--paper);border:1px solid var(--under);border-radius:3px}
`;
