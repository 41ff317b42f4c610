import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../settings/setting-forms.ts'

/** Shows that a proxy passes on another machine's request: each kind of proxy adds names of its own. */
const FORWARDING =
  /forwarded|-(?:ip|addr)$|original-host|^(?:via|cdn-loop)$|^(?:cf|x-amzn|x-appengine|x-arr|x-azure|x-envoy)-/

/** The Host header must be local too: a site may let its own name lead to this machine. */
export function isOwnConnection({ socket, headers }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const host = `http://${headers.host}`
  const isOwnAddress = isLoopback(address) || address === '::1'
  return (
    isOwnAddress && headers.host !== undefined && URL.canParse(host) && isLoopback(new URL(host).hostname)
  )
}

export const isFromThisMachine = (request: IncomingMessage): boolean =>
  isOwnConnection(request) && !Object.keys(request.headers).some((name) => FORWARDING.test(name))

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export const isSecret = (secret: string, sent: string): boolean =>
  timingSafeEqual(hashOf(secret), hashOf(sent))

/** Compares in constant time. Without a secret nobody has it. */
export function hasBearerSecret({ headers }: IncomingMessage, secret: string | undefined): boolean {
  const [, sent] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  return secret !== undefined && sent !== undefined && isSecret(secret, sent)
}

export const createMonitorCheck =
  (token: string | undefined): ((request: IncomingMessage) => boolean) =>
  (request) =>
    isFromThisMachine(request) || hasBearerSecret(request, token)
