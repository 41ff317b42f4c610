import type { IncomingMessage } from 'node:http'
import { isFromThisMachine, isSecret } from '../../mail-page/own-machine.ts'

export function createMonitorCheck(token: string | undefined): (request: IncomingMessage) => boolean {
  return (request) => {
    if (isFromThisMachine(request)) return true
    const [, sent] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    return token !== undefined && sent !== undefined && isSecret(token, sent)
  }
}
