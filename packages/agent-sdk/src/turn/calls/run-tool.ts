import { messageOf } from '../../base/error-text.ts';
import { Aborted, unlessAborted } from '../../base/wait.ts';
import { readImage } from '../../files/image.ts';
import type { ImageBlock } from '../../vocabulary/messages.ts';
import type { Tool, ToolContext, ToolResult } from '../../vocabulary/tool.ts';

/** A group of processes may need two seconds to end; nothing that was aborted gets more than this. */
const GRACE_MS = 3_000;

/** A tool that throws, or returns something else than a result, has failed, and nothing more. */
export async function runTool(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult> {
  try {
    // In a function, so that a tool that throws before its first wait is caught as well.
    const run = async () => tool.run(input, context);
    return asResult(tool, await unlessAborted(run(), context.signal, GRACE_MS));
  } catch (error) {
    if (error instanceof Aborted) return { success: false, text: 'Interrupted.' };
    return { success: false, text: `${tool.name} failed: ${messageOf(error)}` };
  }
}

/** Tools can come from anywhere, also from where no types are checked. */
function asResult(tool: Tool, value: ToolResult | undefined): ToolResult {
  if (typeof value?.text !== 'string')
    return { success: false, text: `${tool.name} failed: it returned no text.` };
  const { success, text, data, notice } = value;
  const { images, notes } = imagesOf(value.images);
  return {
    success: success !== false,
    text: [text, ...notes].filter(Boolean).join('\n'),
    ...(images.length > 0 ? { images } : {}),
    ...(isJson(data) ? { data } : {}),
    ...(typeof notice === 'string' ? { notice } : {}),
  };
}

/** One that a provider cannot read would have every request from here on refused; a note stands for it. */
function imagesOf(given: unknown): { images: readonly ImageBlock[]; notes: readonly string[] } {
  const all: readonly unknown[] = Array.isArray(given) ? given : given == null ? [] : [given];
  const read = all.map(readImage);
  return {
    images: read.flatMap((one) => (one.ok ? [one.image] : [])),
    notes: read.flatMap((one) => (one.ok ? [] : [`[An image was left out: ${one.why}.]`])),
  };
}

/** What hooks get is JSON; what cannot be that is left out. */
function isJson(data: ToolResult['data']): boolean {
  try {
    return typeof data === 'object' && JSON.stringify(data) !== undefined;
  } catch {
    return false;
  }
}
