import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '@app/settings/loopback.ts'

/** Any of these says that somebody else asked, and that the neighbour is only their proxy. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Whether the connection and the name it was opened by are this machine's. A site whose own name leads here is not. */
export function isOwnConnection({ socket, headers }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const host = `http://${headers.host}`
  const isOwnAddress = isLoopback(address) || address === '::1'
  return (
    isOwnAddress && headers.host !== undefined && URL.canParse(host) && isLoopback(new URL(host).hostname)
  )
}

/** The same, and no proxy says that it only passes the request on. */
export const isFromThisMachine = (request: IncomingMessage): boolean =>
  isOwnConnection(request) && FORWARDING_HEADERS.every((name) => request.headers[name] === undefined)

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares a secret that a caller sent, in a time that says nothing of how much of it was right. */
export const isSecret = (secret: string, sent: string): boolean =>
  timingSafeEqual(hashOf(secret), hashOf(sent))

/** Who may see figures and states of the process: whoever asks on this machine, or sends the token of the settings. */
export function createMonitorCheck(token: string | undefined): (request: IncomingMessage) => boolean {
  return (request) => {
    if (isFromThisMachine(request)) return true
    const [, sent] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    return token !== undefined && sent !== undefined && isSecret(token, sent)
  }
}
