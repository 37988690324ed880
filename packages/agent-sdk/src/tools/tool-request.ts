import type { Confirm, ConfirmRequest } from '../permissions/confirm.ts';
import type { ToolInputs } from './builtin-tools.ts';

/** Asks the user about a call. After comparing `tool`, `input` has the type of that tool's parameters. */
export type ToolConfirm = (request: ToolRequest) => ReturnType<Confirm>;

/** A question about a call, told apart by `tool`. */
export type ToolRequest =
  | { [N in keyof ToolInputs]: RequestOf<N, ToolInputs[N]> }[keyof ToolInputs]
  | RequestOf<OtherTool, Record<string, unknown>>;

type RequestOf<N extends string, I> = Omit<ConfirmRequest, 'tool' | 'input' | 'original'> & {
  readonly tool: N;
  readonly input: Readonly<I>;
  readonly original?: Readonly<I>;
};

/**
 * Tools of MCP servers, and yours. Plain `string` would keep TypeScript from telling the others apart; to ask
 * for one of yours, compare `String(tool)`.
 */
type OtherTool = `mcp__${string}`;
