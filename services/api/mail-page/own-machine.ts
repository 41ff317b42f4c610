import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '@app/settings/loopback.ts'

/** Each of these headers shows that a proxy passes on another machine's request. */
const FORWARDING_HEADERS: ReadonlySet<string> = new Set([
  'ali-cdn-real-ip',
  'cdn-loop',
  'client-ip',
  'do-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'forwarded-for',
  'proxy-client-ip',
  'remote-addr',
  'remote-ip',
  'true-client-ip',
  'via',
  'wl-proxy-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'x-nf-client-connection-ip',
  'x-original-host',
  'x-originating-ip',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-remote-addr',
  'x-remote-ip',
  'x-true-client-ip',
])
/** Families of them: each proxy adds names of its own. */
const FORWARDING_PREFIXES = [
  'cf-',
  'x-amzn-',
  'x-appengine-',
  'x-arr-',
  'x-azure-',
  'x-envoy-',
  'x-forwarded-',
  'x-original-forwarded-',
]

const isForwarding = (name: string): boolean =>
  FORWARDING_HEADERS.has(name) || FORWARDING_PREFIXES.some((prefix) => name.startsWith(prefix))

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
  isOwnConnection(request) && !Object.keys(request.headers).some(isForwarding)

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time. */
export const isSecret = (secret: string, sent: string): boolean =>
  timingSafeEqual(hashOf(secret), hashOf(sent))
