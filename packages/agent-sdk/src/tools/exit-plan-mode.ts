import * as z from 'zod';
import { once } from '../base/once.ts';
import { done, type Tool } from '../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from './schemas/input-schemas.generated.ts';

const input = once(() =>
  z.strictObject({
    plan: z
      .string()
      .refine((value) => value.trim() !== '', 'a text')
      .describe('The whole plan, in markdown: what you will change, where, and how you check it'),
  }),
);

/** The way out of plan mode. The user's answer has changed the mode when it runs. */
export const exitPlanMode: Tool<z.infer<ReturnType<typeof input>>> = {
  name: 'ExitPlanMode',
  description:
    'For plan mode only: shows your plan to the user and asks to leave plan mode. Call it once the plan is whole. The user accepts it, and you carry it out; or sends it back, and you plan on. Do not ask in other words whether the plan is fine.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.ExitPlanMode,
  effect: 'none',
  // What else the reply asks for is decided in the mode that the user chooses.
  alone: () => true,
  onlyUser: {
    declined: (word) =>
      word
        ? `The user did not accept the plan, and plan mode stays on. The user says: ${word}`
        : 'The user did not accept the plan, and plan mode stays on. Plan on, or ask what is missing.',
    unasked: ({ plan }) => plan,
  },
  run: async ({ plan }) =>
    done('The user accepted the plan. Carry it out.', { plan, isAgent: false }),
};
