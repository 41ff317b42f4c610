import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'

export type AddressOf = (request: IncomingMessage) => string

/** Forwarded addresses count only from the proxies that the settings name. */
export function createAddressOf(trustProxy: readonly string[]): AddressOf {
  const ofSocket = ({ socket }: IncomingMessage): string => plainAddress(socket.remoteAddress ?? '') ?? ''
  if (trustProxy.length === 0) return ofSocket
  const isTrusted = proxyAddr.compile([...trustProxy])
  return (request) => {
    // Once its connection has ended, a request comes from nowhere.
    const text = request.socket.remoteAddress === undefined ? '' : proxyAddr(request, isTrusted)
    // If a proxy forwards something that is not an address, its own address counts.
    return plainAddress(text) ?? ofSocket(request)
  }
}

const MAPPED_IN_HEX = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i

/** One spelling per address: IPv4 within IPv6 becomes IPv4, port and zone are removed. */
function plainAddress(text: string): string | undefined {
  const [, inBrackets, before] = WITH_PORT.exec(text) ?? []
  const address = (inBrackets ?? before ?? text).replace(/%.*$/, '')
  switch (isIP(address)) {
    case 4:
      return address
    case 6:
      return canonical(address)
    default:
      return undefined
  }
}

function canonical(address: string): string {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = MAPPED_IN_HEX.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const bytes = Buffer.alloc(4)
  bytes.writeUInt16BE(Number.parseInt(high, 16), 0)
  bytes.writeUInt16BE(Number.parseInt(low, 16), 2)
  return bytes.join('.')
}

const GROUPS = 8
const GROUPS_OF_NETWORK = 3

/** A /48 for IPv6: a caller has all addresses of it, and can use a new one each time. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before = '', after = ''] = address.split('::')
  const left = before.split(':').filter((group) => group !== '')
  const right = after.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, GROUPS_OF_NETWORK).join(':')}::/48`
}

/** Never a whole address: a /24 of IPv4, a /48 of IPv6. */
export const networkBlockOf = (address: string): string =>
  address.includes(':') ? networkOf(address) : `${address.split('.').slice(0, 3).join('.')}.0/24`
