import { resolve } from 'node:path';
import { outputSchemaFault, type SendOptions } from '@wavehooks/agent-sdk';
import { parseObject, readSettingsText } from '@wavehooks/settings';
import { type Io, UsageError } from '../../cli/command.ts';

/** The schema in a file. What is wrong with it is told with its place: whoever wrote it has to find it. */
export async function readSchema(
  file: string,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<Required<Pick<SendOptions, 'output'>>> {
  const path = resolve(cwd, file);
  const text = readSettingsText(path);
  if (text === undefined) throw new UsageError(`--output-schema: there is no file ${path}`);
  const { value, locateIn } = parseObject(path, text);
  const fault = await outputSchemaFault(value);
  if (fault === undefined) return { output: value };
  const name = fault.path.length === 0 ? '' : `"${fault.path.join('.')}": `;
  throw new UsageError(`${locateIn(fault.path)}: ${name}${fault.text}`);
}
