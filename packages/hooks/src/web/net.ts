/** Node's sockets, loaded at their first use: where no hook asks a server, an engine starts without them. */
export const net = () => process.getBuiltinModule('node:net');
