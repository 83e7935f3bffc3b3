/** Words that tell nothing about what is asked, and what is never recorded. */
import type { Row } from './asking.ts';

/** Nothing that is to come is known. */
export const FUTURE: Row = [
  { kind: 'time', time: { kind: 'future' } },
  'will | going to | predict~ | be next | in the coming',
];

export const PLAIN = `
a an the this that these those it its it's they them their there here he she his her we our us i me my mine you your yours
is are was were be been being am do does did done doing have has had having get gets got getting can could may might must shall should would
and or of in on at to for with from as by into onto within via about around across among amongst through during over under upon out off up than then so if but also too either each every all any some both own same such
please pls plz thanks thank hi hello hey dear ok okay kindly just quickly simply really actually currently presently exactly precisely roughly approximately nearly almost quite very rather pretty fairly even still yet already always usually generally overall mainly mostly only alone else again well now today right
show give tell want need like know find see say let help check wonder wondering curious interested looking look ask asking question answer explain tell return fetch print display report provide output query search pull compute calculate share send read write
me you data dataset database numbers number figures figure value values stats statistics metric metrics record records info information details edition editions period week weeks weekly registry page pages table file list listing column field name named called names thing things way kind kinds type types sort sorts bit lot lots piece set group one ones something anything everything someone people's
public publicly open source opensource tracked covered known documented recorded published listed registered reported visible given based located right currently presently
bellwether service site website platform system project
make makes made making land lands landed landing put puts push pushed produce produced record recorded come comes came go goes going gone went run runs running work works worked working use uses used using hold holds held keep keeps kept stand stands stood sit sits sat reach reached hit hits show shows showed shown display displays have had count counts counted counting add adds turn turns turned look looks looked looking seem seems seemed appear appears appeared happen happens happened try trying take takes took taken bring brings brought see sees saw seen become became
much many long far soon often high low big large small good bad fast quick quickly strong
what which who whom whose where when why how
year years month months quarter quarters day days fortnight time times window windows
last latest recent recently lately past previous current present
engineering engineers' software code coding codebase development developer dev tech technical github git repo repos repository public
startup startups company companies firm business
there's here's
compared respective respectively together separately individually
think believe suppose guess assume mean means meant
because since while whereas though although however therefore thus hence
yes no true false correct
total amount level levels rate sign signs evidence indication trace hint
terms basis regarding concerning respect according based depending
follow followed following monitor monitored watch watched cover covers covering track tracks tracking include included including contain contains exist exists
entire whole full complete single specific particular certain given different various several few
yet ever once
cur name's end ends ended begin begins start starts started
quick note one-liner
more less
percent percentage cent pct terms absolute absolutely individual distinct different unique
rely relies relied relying lean leans leaned leaning depend depends depended depending dependent reliant heavily hardest heavy heaviest strongly solely entirely involve involves involved involving write writes wrote written writing hand account accounts accounted touch touches touched attributable attributed produce produces produced rank ranks ranked ranking carry carries carried carrying attract attracts attracted whatsoever belong belongs belonging boast boasts sit sitting come coming fall falls lie lies land landed hold w don doesn didn isn aren wasn weren hasn haven hadn won can couldn wouldn shouldn s t re ve break between among across inside within plus besides aside minus versus order sort rank rate
announce announced announces announcement disclose disclosed official officially actually apparently reportedly
pack field crowd pool universe world management coverage eye board
side line
create creates created creating open opens opened opening launch launched money measure measures measured publish publishes published programming magazine interview memo exact our portfolio
spot chart placed completely totally entirely anyhow
= == another somebody someone anybody anything heard hear care point slug company= log logs
`;

/** Not recorded: what is asked, in the words of the answer, and the words for it. */
export const ABSENT: readonly Row[] = [
  [
    'revenue',
    'revenue~ | sales | turnover | income | gross merchandise value | gmv | billings | bookings',
  ],
  [
    'ARR',
    'arr | mrr | annual recurring revenue | monthly recurring revenue | recurring revenue | run rate | revenue run rate',
  ],
  [
    'profit',
    'profit~ | profitable | profitability | ebitda | margin~ | gross margin | net income | losses | break even | earnings',
  ],
  [
    'burn rate',
    'burn | burn rate | runway | cash burn | cash position | unit economics | cac | ltv | churn | churn rate | gross churn | retention | nps | net promoter score',
  ],
  [
    'number of customers',
    'customer~ | clients | paying customers | users | user base | user count | active users | monthly active users | weekly active users | daily active users | mau | dau | subscribers | signups | download~ | docker pulls | pulls | installs | npm downloads',
  ],
  [
    'headcount',
    'headcount | employee~ | employee count | staff | payroll | workforce | fte | ftes | number of employees | personnel | people employed | people work at | people work for | people work there | staff size | job openings | open positions | open roles | vacancies | job ads | happiest employees',
  ],
  ['salaries', 'earn~ | salary | salaries | wage~ | pay packages | compensation | comp packages'],
  [
    'number of GitHub stars',
    'star~ | github stars | stargazers | star count | forks | fork count | watchers | followers | twitter followers',
  ],
  [
    'names of people',
    'who is the top committer | who is the top contributor | who wrote | who is the most active developer | who is the most prolific developer | who is the lead developer | who is the maintainer | by name | ceo | cto | cfo | coo | founder~ | co founder~ | cofounder~ | founded by | who founded | who started | chief executive | executive~ | management team | board of directors | board member~ | head of engineering | email of | phone number | linkedin of',
  ],
  [
    'share price',
    'share price | stock price | stock | shares | ticker | market cap | market capitalization | market capitalisation | dividend~ | share value | equity price',
  ],
  ['market share', 'market share'],
  [
    'number of pull requests',
    'pull request~ | prs | issue~ | open issues | bug~ | merge request~ | issues closed | tickets | line of code | lines of code | loc | downtime | test coverage | code quality | uptime | latency | incidents | vulnerabilities',
  ],
  ['prices of its products', 'pricing of | subscription price | price of the product'],
  [
    'programming language',
    'programming language~ | which language | tech stack | patents | patent~ | women | gender | age of the founders | weekday | by weekday | market cap of',
  ],
  [
    'ratio of two numbers',
    'per contributor | per developer | per engineer | per person | per head | per capita | commits to contributors',
  ],
  [
    'investment advice',
    'should i | should we | should i put money | should i buy | should i invest | short | worth investing | good investment | invest in now | recommend | buy or sell | should i short | undervalued | overvalued',
  ],
].map(([what = '', words = '']): Row => [{ kind: 'absent', what }, words]);
