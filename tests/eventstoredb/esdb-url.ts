/** One node without TLS, so that a proxy can forward to it. */
export interface NodeAddress {
  readonly host: string
  readonly port: number
}

const PORT_DEFAULT = 2113
const FORM = 'esdb://host:port?tls=false'

/** @throws Error for a cluster, for discovery and for TLS */
export function nodeAddressOf(text: string): NodeAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.protocol !== 'esdb:' || !/^[^,]+$/.test(url.hostname))
    throw new Error(`only ${FORM} will do for the tests, one node and no discovery: ${withoutPassword(text)}`)
  const tls = [...url.searchParams].find(([key]) => key.toLowerCase() === 'tls')?.[1]
  if (tls !== 'false') throw new Error(`only ${FORM} will do for the tests, without TLS`)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORT_DEFAULT : Number(url.port),
  }
}

/** The same server at another address. */
export function urlAt(text: string, { host, port }: NodeAddress): string {
  const url = new URL(text)
  const login = url.username === '' ? '' : `${url.username}:${url.password}@`
  return `esdb://${login}${host}:${port}${url.search}`
}

const withoutPassword = (text: string): string => text.replace(/\/\/[^@/]*@/, '//…@')
