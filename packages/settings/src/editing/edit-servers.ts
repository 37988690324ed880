import { applyEdits, findNodeAtLocation, type Node } from 'jsonc-parser';
import { SettingsError } from '../reading/read.ts';
import { checked, isBlank, showNode, treeOf } from './edit.ts';
import { append, fresh } from './insert.ts';
import { removal } from './removal.ts';

type Server = Readonly<Record<string, unknown>>;

/** Adds an MCP server, or replaces the one of that name, and keeps every other byte. Throws `SettingsError`. */
export function putServer(text: string, name: string, server: Server, file: string): string {
  return checked(applyEdits(text, putEdits(text, name, server, file)), text, file);
}

function putEdits(text: string, name: string, server: Server, file: string) {
  const inserted = (offset: number, content: string) => ({ offset, length: 0, content });
  if (isBlank(text))
    return [inserted(text.length, fresh(text, { mcpServers: { [name]: server } }))];
  const tree = treeOf(text, file);
  const servers = serversIn(tree, file);
  const old = servers && findNodeAtLocation(servers, [name]);
  if (old) return [{ offset: old.offset, length: old.length, content: JSON.stringify(server) }];
  const added = servers
    ? append(text, servers, [{ key: name, value: server }])
    : append(text, tree, [{ key: 'mcpServers', value: { [name]: server } }]);
  return added.map(({ offset, content }) => inserted(offset, content));
}

/** Takes an MCP server out; undefined when the file names none of that name. Throws `SettingsError`. */
export function dropServer(text: string, name: string, file: string): string | undefined {
  const servers = isBlank(text) ? undefined : serversIn(treeOf(text, file), file);
  const index = servers?.children?.findIndex((one) => one.children?.[0]?.value === name) ?? -1;
  if (!servers || index < 0) return undefined;
  // What stands inside of an entry is about it, and would seem to be about the next one.
  return checked(applyEdits(text, removal(text, servers, index, 'goes')), text, file);
}

function serversIn(tree: Node, file: string): Node | undefined {
  const node = findNodeAtLocation(tree, ['mcpServers']);
  if (!node || node.type === 'object') return node;
  throw new SettingsError(`${file}: "mcpServers": expected an object, got ${showNode(node)}`);
}
