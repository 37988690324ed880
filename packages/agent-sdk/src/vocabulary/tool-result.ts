import type { ToolResult } from './tool.ts';

type Data = Readonly<Record<string, unknown>>;

export const done = (text: string, data?: Data): ToolResult => ({
  success: true,
  text,
  ...(data === undefined ? {} : { data }),
});

export const failed = (text: string, data?: Data): ToolResult => ({
  success: false,
  text,
  ...(data === undefined ? {} : { data }),
});
