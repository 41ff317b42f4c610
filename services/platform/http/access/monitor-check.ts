import type { IncomingMessage } from 'node:http'
import { isFromThisMachine, isSecret } from '../../mail-page/own-machine.ts'

/** Compares in constant time. Without a secret nobody has it. */
export function hasBearerSecret({ headers }: IncomingMessage, secret: string | undefined): boolean {
  const [, sent] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  return secret !== undefined && sent !== undefined && isSecret(secret, sent)
}

export const createMonitorCheck =
  (token: string | undefined): ((request: IncomingMessage) => boolean) =>
  (request) =>
    isFromThisMachine(request) || hasBearerSecret(request, token)
