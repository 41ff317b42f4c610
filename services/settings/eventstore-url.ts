import { encodeCredentials } from './url-credentials.ts'

/** Refuses URLs that EventStoreDB's client would accept and misread. */

const EXAMPLE = 'esdb://usuario:clave@servidor:2113'
const FORM = `debe ser una dirección esdb:// o esdb+discover:// sin espacios, por ejemplo ${EXAMPLE} (o esdb://servidor:2113?tls=false sin TLS).`
const CREDENTIALS =
  'debe llevar el usuario y la clave antes de una sola @, y dentro de ellos los signos codificados: @ como %40, : como %3A, / como %2F, # como %23, ? como %3F, % como %25.'
const HOSTS = `debe nombrar uno o más servidores, con su puerto si no es 2113, por ejemplo ${EXAMPLE} o esdb://usuario:clave@uno:2113,dos:2113,tres:2113.`
const NEEDS_CREDENTIALS = `debe llevar usuario y clave, porque usa TLS, por ejemplo ${EXAMPLE}; para un servidor sin TLS agrega ?tls=false.`
const VERIFY =
  'debe ir sin tlsVerifyCert, que no tiene efecto: para un certificado propio usa tlsCAFile o NODE_EXTRA_CA_CERTS.'

/** Milliseconds or a count; -1 is unlimited. */
const isNumber = (value: string): boolean => /^(?:-1|[1-9]\d{0,8})$/.test(value)
const isText = (value: string): boolean => decoded(value) !== undefined
const isBoolean = (value: string): boolean => value === 'true' || value === 'false'

/** The client prints the whole URL for an unknown option. Nodes other than the leader may lack events. */
const OPTIONS: Readonly<Record<string, (value: string) => boolean>> = {
  tls: isBoolean,
  tlsCAFile: isText,
  userCertFile: isText,
  userKeyFile: isText,
  connectionName: isText,
  nodePreference: (value) => value.toLowerCase() === 'leader',
  maxDiscoverAttempts: isNumber,
  discoveryInterval: isNumber,
  gossipTimeout: isNumber,
  keepAliveInterval: isNumber,
  keepAliveTimeout: isNumber,
  defaultDeadline: isNumber,
}
const OPTION = `debe llevar solo opciones que se conocen, con un valor que les corresponda: ${Object.keys(OPTIONS).join(', ')} (nodePreference solo leader).`

/** The client also accepts `tls-ca-file` and `TLS_CA_FILE`. */
const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')
const CHECKS = new Map(Object.entries(OPTIONS).map(([name, check]) => [flat(name), check]))

interface Address {
  readonly scheme: string
  readonly credentials: string | undefined
  readonly hosts: string
  readonly options: readonly string[]
}

export function adviceOnEventStoreUrl(text: string): string | undefined {
  const address = addressOf(text)
  if (address === undefined) return FORM
  const { credentials, hosts, options } = address
  if (credentials !== undefined && !areCredentials(credentials)) return CREDENTIALS
  if (!hosts.split(',').every(isHost)) return HOSTS
  const values = new Map(options.map((option) => valueOf(option)))
  if (values.has('tlsverifycert')) return VERIFY
  for (const [name, value] of values) if (CHECKS.get(name)?.(value) !== true) return OPTION
  return values.get('tls') !== 'false' && credentials === undefined ? NEEDS_CREDENTIALS : undefined
}

/** Removes a final slash, which the client takes for a part of a name. */
export function eventStoreUrlOf(text: string): string {
  const { scheme, credentials, hosts, options } = addressOf(text)!
  const before = credentials === undefined ? '' : `${credentials}@`
  return `${scheme}://${before}${hosts}${options.length === 0 ? '' : `?${options.join('&')}`}`
}

/** The only part of the URL that may be shown. */
export const eventStoreHostsOf = (text: string): string => addressOf(text)?.hosts ?? ''

function addressOf(given: string): Address | undefined {
  const text = /\s/.test(given) ? given : (encodeCredentials(given) ?? given)
  const [, scheme, rest] = /^(esdb|esdb\+discover):\/\/(\S+)$/.exec(text) ?? []
  if (scheme === undefined || rest === undefined) return undefined
  const at = rest.lastIndexOf('@')
  const afterAt = rest.slice(at + 1)
  const mark = afterAt.indexOf('?')
  const query = mark === -1 ? undefined : afterAt.slice(mark + 1)
  return {
    scheme,
    credentials: at === -1 ? undefined : rest.slice(0, at),
    hosts: (mark === -1 ? afterAt : afterAt.slice(0, mark)).replace(/\/$/, ''),
    options: query === undefined ? [] : query.split('&'),
  }
}

/** Checks the parts as the client splits them: at the first `@`, at colons and at a slash. */
function areCredentials(text: string): boolean {
  const [user, password] = /^([^:@/?#]+):([^:@/?#]+)$/.exec(text)?.slice(1) ?? []
  return [user, password].every((part) => part !== undefined && decoded(part) !== undefined)
}

function isHost(text: string): boolean {
  const port = /^[A-Za-z0-9._-]+(?::(\d{1,5}))?$/.exec(text)
  return port !== null && (port[1] === undefined || (Number(port[1]) > 0 && Number(port[1]) <= 65_535))
}

function valueOf(option: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^=?]+)=([^?]+)$/.exec(option) ?? []
  return [flat(name), value]
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
