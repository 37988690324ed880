import { COMMANDS as CCC } from '../../packages/ccc/src/command-table.ts';
import { print } from '../../packages/code/src/agent/print/print.ts';
import { COMMANDS as WAVE } from '../../packages/code/src/commands.ts';
import { COMMANDS as GUARD } from '../../packages/code/src/guard/index.ts';
import { COMMANDS as HOOKS } from '../../packages/code/src/hooks/index.ts';
import { COMMANDS as MCP } from '../../packages/code/src/mcp/mcp.ts';
import { COMMANDS as PERMISSIONS } from '../../packages/code/src/permissions/permissions.ts';
import { COMMANDS as SCREEN } from '../../packages/code/src/screen/commands/commands.ts';
import { parse } from '../../packages/code/src/shell/parse.ts';
import { code, table } from './docs.ts';

/** Prints how it is called where it is asked to. What a command needs of the world it does not use for that. */
type Asked = (args: string[], io: never) => Promise<number>;

interface Row {
  readonly about: string;
  readonly load?: () => Promise<Asked>;
  readonly run?: Asked;
}

/** What docs/command-line.md has of each command: its row in the table, and what its `--help` prints. */
export async function commandTables(): Promise<Record<string, string>> {
  // These five have parts with help of their own.
  const { hooks: _, mcp: __, guard: ___, permissions: ____, shell, ...rest } = WAVE;
  const others = { 'shell parse': { about: shell?.about ?? '', run: parse }, ...rest };
  return {
    waveCommands: rows('wave', WAVE),
    hooksCommands: rows('wave hooks', HOOKS),
    mcpCommands: rows('wave mcp', MCP),
    permissionsCommands: rows('wave permissions', PERMISSIONS),
    guardCommands: rows('wave guard', GUARD),
    cccCommands: rows('ccc', CCC),
    printHelp: block(await helpOf(print)),
    waveHelp: await sections('wave', others),
    hooksHelp: await sections('wave hooks', HOOKS),
    mcpHelp: await sections('wave mcp', MCP),
    permissionsHelp: await sections('wave permissions', PERMISSIONS),
    guardHelp: await sections('wave guard', GUARD),
    cccHelp: await sections('ccc', CCC),
    screenCommands: table(
      ['command', 'what it does', 'while the agent works'],
      SCREEN.map(({ name, args, about, anytime }) => [
        code(`/${name}${args ? ` ${args}` : ''}`),
        about,
        anytime ? 'yes' : 'no',
      ]),
    ),
  };
}

const rows = (of: string, commands: Readonly<Record<string, Row>>): string =>
  table(
    ['command', 'what it does'],
    Object.entries(commands).map(([name, { about }]) => [code(`${of} ${name}`), about]),
  );

async function sections(of: string, commands: Readonly<Record<string, Row>>): Promise<string> {
  const parts = Object.entries(commands).map(async ([name, { load, run }]) => {
    const command = run ?? (await load?.());
    if (!command) throw new Error(`${of} ${name} cannot be called`);
    return `### ${of} ${name}\n\n${block(await helpOf(command))}`;
  });
  return (await Promise.all(parts)).join('\n\n');
}

const block = (text: string) => `\`\`\`\n${text.trimEnd()}\n\`\`\``;

/** A request for help is thrown, or printed. */
async function helpOf(command: Asked): Promise<string> {
  let said = '';
  const io = { out: (text: string) => (said += text), env: {} };
  try {
    await command(['--help'], io as never);
  } catch (error) {
    if (error instanceof Error && /^usage: /.test(error.message)) return error.message;
    throw error;
  }
  return said;
}
