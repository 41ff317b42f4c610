import type { IncomingMessage } from 'node:http'
import { isFromThisMachine } from '../../mail-page/own-machine.ts'
import { hasBearerSecret } from './bearer-secret.ts'

export const createMonitorCheck =
  (token: string | undefined): ((request: IncomingMessage) => boolean) =>
  (request) =>
    isFromThisMachine(request) || hasBearerSecret(request, token)
