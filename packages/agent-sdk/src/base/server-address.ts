/** Where a server is, as telemetry names it. */
export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

export const serverAddress = ({ hostname, port, protocol }: URL): ServerAddress => ({
  address: hostname,
  port: Number(port) || (PORTS[protocol] ?? 0),
});
