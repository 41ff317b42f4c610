import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'

export interface ClientPlace {
  /** Where a line has its visitor: its first field, or its last quoted one, which is X-Forwarded-For. */
  readonly address: 'first' | 'last'
  /** Beside private addresses. The visitor is the rightmost who is no proxy. */
  readonly proxies: readonly string[]
}

/** From the line's first field, and from what follows its user agent. Undefined when no visitor's address is there. */
export type ClientOfLine = (first: string, rest: string) => string | undefined

const PRIVATE = ['loopback', 'linklocal', 'uniquelocal']
const HOST_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/
const LAST_QUOTED = /"([^"]*)"[^"]*$/
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i

export function createClientOfLine({ address, proxies }: ClientPlace): ClientOfLine {
  const isProxy = proxyAddr.compile([...PRIVATE, ...proxies])

  /** As in X-Forwarded-For: each proxy appends the address that called it. */
  function clientOf(list: string): string | undefined {
    const addresses = list.split(',').flatMap((part) => addressOf(part.trim()) ?? [])
    return addresses.findLast((one) => !isProxy(one, 0)) ?? addresses[0]
  }

  // A virtual host in the first field would merge all visitors.
  const ofFirst = (first: string): string | undefined =>
    isIP(first) > 0 || HOST_NAME.test(first) ? first : clientOf(first)
  if (address === 'first') return ofFirst
  return (first, rest) => {
    const forwarded = LAST_QUOTED.exec(rest)?.[1]
    return forwarded === '-' || forwarded === '' ? ofFirst(first) : clientOf(forwarded ?? '')
  }
}

function addressOf(text: string): string | undefined {
  const [, inBrackets, before] = WITH_PORT.exec(text) ?? []
  const address = inBrackets ?? before ?? text
  return isIP(address) > 0 ? address : undefined
}
