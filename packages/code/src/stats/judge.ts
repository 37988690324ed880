import { existsSync } from 'node:fs';
import { type Explainer, openExplainer } from '@wavehooks/agent-sdk';
import type { AskedCall, Judge } from './proposals.ts';

/** The permission table of today, with the settings of each call's project. */
export function openJudge(home: string, onProblem: (problem: string) => void): Judge {
  const opened = new Map<string, Explainer | undefined>();
  const explainerOf = ({ project }: AskedCall): Explainer | undefined => {
    if (!opened.has(project)) opened.set(project, explainerIn(project, home, onProblem));
    return opened.get(project);
  };
  return {
    offers: (call) => tried(() => explainerOf(call)?.offers(asExplained(call)), []),
    allows: (call, rule) =>
      tried(() => {
        const allow = rule === undefined ? [] : [rule];
        return explainerOf(call)?.explain({ ...asExplained(call), allow }).decision === 'allow';
      }, false),
  };
}

/** Whoever is asked works in a mode that asks. */
const asExplained = ({ tool, input }: AskedCall) => ({ tool, input, mode: 'default' }) as const;

function explainerIn(
  project: string,
  home: string,
  onProblem: (problem: string) => void,
): Explainer | undefined {
  if (!existsSync(project)) {
    onProblem(`no rules were worked out for ${project}: it is not there any more`);
    return undefined;
  }
  try {
    const settingSources = ['user', 'project', 'local'] as const;
    return openExplainer({ workdir: project, home, settingSources }, project);
  } catch (error) {
    onProblem(`no rules were worked out for ${project}: ${(error as Error).message}`);
    return undefined;
  }
}

/** A tool that there is no more, or an input that no longer fits it, has no rules. */
function tried<T>(look: () => T | undefined, otherwise: T): T {
  try {
    return look() ?? otherwise;
  } catch (error) {
    if (error instanceof TypeError) return otherwise;
    throw error;
  }
}
