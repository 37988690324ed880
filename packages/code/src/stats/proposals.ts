/** A call that a person was asked about, as often as they were. */
export interface AskedCall {
  readonly project: string;
  readonly tool: string;
  readonly input: unknown;
  readonly answer: 'yes' | 'no';
  readonly times: number;
}

/** What the permission table of today says. */
export interface Judge {
  /** The rules that its question would offer. */
  offers(call: AskedCall): readonly string[];
  /** Whether it would run unasked with this rule, or with those of today. */
  allows(call: AskedCall, rule?: string): boolean;
}

export interface Saving {
  readonly rule: string;
  readonly saves: number;
  /** Undefined where it saves questions in several projects. */
  readonly project?: string;
}

export interface Savings {
  readonly savings: readonly Saving[];
  readonly settled: number;
}

/** So many rules are tried against all calls: those that most questions would offer. */
const MOST_TRIED = 40;
/** A rule for what was asked once saves nothing that is known to come again. */
const WORTH = 2;

/**
 * The allow rules that would have saved the most questions, each by what those before it leave. Only what a
 * question would offer, and nothing that would have let a call pass that the person refused.
 */
export function savingsOf(calls: readonly AskedCall[], judge: Judge, most: number): Savings {
  const settled = new Set(calls.filter((call) => judge.allows(call)));
  const accepted = calls.filter((call) => call.answer === 'yes' && !settled.has(call));
  const refused = calls.filter(({ answer }) => answer === 'no');
  const candidates = candidatesOf(accepted, judge)
    .map((one) => ({ ...one, saved: accepted.filter((call) => fits(one, call, judge)) }))
    .filter((one) => !refused.some((call) => fits(one, call, judge)));
  return {
    savings: bestOf(candidates, most),
    settled: timesOf([...settled].filter(({ answer }) => answer === 'yes')),
  };
}

interface Candidate {
  readonly rule: string;
  readonly project?: string;
}

/** Rules about files mean those of one project; others may hold in all. */
const isLocal = (rule: string): boolean => /^(Read|Edit)\(/.test(rule);

function candidatesOf(calls: readonly AskedCall[], judge: Judge): readonly Candidate[] {
  const found = new Map<string, { rule: string; projects: Set<string>; times: number }>();
  for (const call of calls)
    for (const rule of judge.offers(call)) {
      const key = isLocal(rule) ? `${rule}\n${call.project}` : rule;
      const known = found.get(key) ?? { rule, projects: new Set(), times: 0 };
      known.projects.add(call.project);
      known.times += call.times;
      found.set(key, known);
    }
  return [...found.values()]
    .sort((a, b) => b.times - a.times)
    .slice(0, MOST_TRIED)
    .map(({ rule, projects: [project = '', ...others] }) =>
      others.length === 0 ? { rule, project } : { rule },
    );
}

const fits = ({ rule, project }: Candidate, call: AskedCall, judge: Judge): boolean =>
  (project === undefined || project === call.project) && judge.allows(call, rule);

type Tried = Candidate & { readonly saved: readonly AskedCall[] };

/** One after the other: the next best by what is left. The narrower of two that save as much comes first. */
function bestOf(candidates: readonly Tried[], most: number): readonly Saving[] {
  const left = new Set(candidates.flatMap(({ saved }) => saved));
  const savings: Saving[] = [];
  while (savings.length < most) {
    const counted = candidates.map((one) => ({
      one,
      saves: timesOf(one.saved.filter((call) => left.has(call))),
    }));
    const best = counted.reduce<(typeof counted)[number] | undefined>(
      (a, b) => (b.saves > (a?.saves ?? 0) || isNarrower(b, a) ? b : a),
      undefined,
    );
    if (!best || best.saves < WORTH) break;
    const { rule, project, saved } = best.one;
    savings.push({ rule, saves: best.saves, ...(project === undefined ? {} : { project }) });
    for (const call of saved) left.delete(call);
  }
  return savings;
}

interface Weighed {
  readonly one: Tried;
  readonly saves: number;
}

const isNarrower = (b: Weighed, a: Weighed | undefined): boolean =>
  a !== undefined && b.saves === a.saves && !b.one.rule.includes('*') && a.one.rule.includes('*');

const timesOf = (calls: readonly AskedCall[]): number =>
  calls.reduce((sum, { times }) => sum + times, 0);
