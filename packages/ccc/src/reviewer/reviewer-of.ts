import type { ReviewerConfig } from '../config/config.ts';
import { agentReviewer } from './agent.ts';
import { claudeReviewer } from './claude.ts';
import { commandReviewer } from './command.ts';
import type { Reviewer } from './reviewer.ts';

/** A reviewer for each type that the configuration may name. */
const REVIEWERS: { [T in ReviewerConfig['type']]: (config: Of<T>) => Reviewer } = {
  agent: () => agentReviewer(),
  claude: () => claudeReviewer,
  command: ({ command }) => commandReviewer(command),
};

type Of<T> = Extract<ReviewerConfig, { type: T }>;

export const reviewerOf = (config: ReviewerConfig): Reviewer =>
  (REVIEWERS[config.type] as (config: ReviewerConfig) => Reviewer)(config);
