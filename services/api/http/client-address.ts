import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'

/** Whose address a request comes from. Forwarded addresses are believed of proxies that the settings name, and of nobody else. */
export function createAddressOf(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const ofSocket = ({ socket }: IncomingMessage): string => plainAddress(socket.remoteAddress ?? '') ?? ''
  if (trustProxy.length === 0) return ofSocket
  const isTrusted = proxyAddr.compile([...trustProxy])
  // What a proxy forwards and is no address is not believed: the proxy's own is counted then.
  return (request) => plainAddress(proxyAddr(request, isTrusted)) ?? ofSocket(request)
}

/**
 * As which network a connection counts. Those of proxies that the settings name do not: behind them is everybody, and how
 * many they open they say themselves. Nor do those of this machine, where a proxy may be that nobody named.
 */
export function createConnectionNetworkOf(
  trustProxy: readonly string[],
): (remoteAddress: string) => string | undefined {
  const isUnlimited = proxyAddr.compile(['loopback', ...trustProxy])
  return (remoteAddress) => {
    const address = plainAddress(remoteAddress)
    return address === undefined || isUnlimited(address, 0) ? undefined : networkOf(address)
  }
}

const MAPPED = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i
const MAPPED_IN_HEX = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i

/** One spelling for each address, so that nobody is two: IPv4 within IPv6 is IPv4; without port and zone. */
function plainAddress(said: string): string | undefined {
  const mapped = MAPPED.exec(said)?.[1]
  if (mapped !== undefined) return mapped
  const [, inBrackets, before] = WITH_PORT.exec(said) ?? []
  const address = (inBrackets ?? before ?? said).replace(/%.*$/, '')
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
const GROUPS_OF_NETWORK = 4

/** As whom limits count an address: whoever has one of IPv6 has the 2^64 of its network, and may use a new one each time. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before = '', after = ''] = address.split('::')
  const [left, right] = [before, after].map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: GROUPS - left!.length - right!.length }, () => '0')
  return `${[...left!, ...zeros, ...right!].slice(0, GROUPS_OF_NETWORK).join(':')}::/64`
}
