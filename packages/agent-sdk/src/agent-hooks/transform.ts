import { type AgentContext, isFields, POINTS, retargeted } from './points.ts';
import type { HostError, InterceptorVerdict } from './verdict.ts';

const ROOT = /^\$(?:target|policy_target)(?![\w$])/;
const STEP = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** A context with the rewrite of a verdict, or why that cannot be. */
export function transformed(
  context: AgentContext,
  { path = '', value = null }: NonNullable<InterceptorVerdict['transform']>,
): { readonly context: AgentContext } | { readonly fault: HostError } {
  if (!ROOT.test(path) || POINTS[context.interception_point].isFixed)
    return { fault: 'transform_target_forbidden' };
  const steps = stepsOf(path.replace(ROOT, ''));
  const made = steps && replaced(context.target, steps, value);
  return made ? { context: retargeted(context, made.value) } : { fault: 'transform_invalid' };
}

/** The steps of a path; undefined where it is none. */
function stepsOf(text: string): readonly (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (!found) return undefined;
    const [, name, index, quoted] = found;
    steps.push(name ?? (index === undefined ? unquoted(quoted ?? '') : Number(index)));
  }
  return steps;
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return '';
  }
}

/** Only what is there can be replaced. */
function replaced(
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  by: unknown,
): { readonly value: unknown } | undefined {
  if (step === undefined) return { value: by };
  const holds =
    typeof step === 'number'
      ? Array.isArray(value) && step < value.length
      : isFields(value) && Object.hasOwn(value, step);
  if (!holds) return undefined;
  const inner = replaced((value as Record<string | number, unknown>)[step], rest, by);
  if (!inner) return undefined;
  if (Array.isArray(value)) return { value: value.with(Number(step), inner.value) };
  return { value: { ...(value as object), [step]: inner.value } };
}
