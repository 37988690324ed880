import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface PageServer {
  readonly port: number;
  /** What was asked for, in order. */
  readonly asked: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

type Answer = (to: ServerResponse, path: string) => void;

/** A web server on this machine that answers as it is told. */
export async function servePages(answer: Answer): Promise<PageServer> {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const http = createServer(({ url: path = '', headers }, to) => {
    asked.push({ path, headers });
    answer(to, path);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    return new Promise<void>((resolve) => void http.close(() => resolve()));
  });
  return { port: (http.address() as AddressInfo).port, asked };
}

/** A page of this type. */
export const page =
  (body: string | Buffer, type = 'text/html; charset=utf-8', status = 200): Answer =>
  (to) =>
    void to.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body);

export const redirect =
  (location: (path: string) => string, status = 302): Answer =>
  (to, path) =>
    void to.writeHead(status, { location: location(path) }).end();

/** Every name leads to this machine. */
export const HERE = async () => ['127.0.0.1'];
