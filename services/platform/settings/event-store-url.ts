import { ENCODED_SIGNS } from './setting-forms.ts'

/** The client accepts `tls-ca-file` and `TLS_CA_FILE` too. */
const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

/** Milliseconds or a count; -1 is unlimited. */
const NUMBER = /^(?:-1|[1-9]\d{0,8})$/
const BOOLEAN = /^(?:true|false)$/
const TEXT = /^(?:[^%]|%[\da-f]{2})+$/i

/** The client prints the whole URL for an unknown option. Nodes other than the leader may lack events. */
const OPTIONS = {
  tls: BOOLEAN,
  tlsCAFile: TEXT,
  userCertFile: TEXT,
  userKeyFile: TEXT,
  connectionName: TEXT,
  nodePreference: /^leader$/i,
  maxDiscoverAttempts: NUMBER,
  discoveryInterval: NUMBER,
  gossipTimeout: NUMBER,
  keepAliveInterval: NUMBER,
  keepAliveTimeout: NUMBER,
  defaultDeadline: NUMBER,
}
const FORMS = new Map(Object.entries(OPTIONS).map(([name, form]) => [flat(name), form]))

export const EVENT_STORE_URL = `debe ser como esdb://usuario:clave@servidor:2113, esdb://usuario:clave@uno:2113,dos:2113 o, sin TLS, esdb://servidor:2113?tls=false; no lleva más opciones que ${Object.keys(OPTIONS).join(', ')} (nodePreference solo leader); ${ENCODED_SIGNS}`

const SIGN = '(?:[^:@/?#%\\s]|%[\\da-f]{2})+'
const URL_FORM = new RegExp(
  `^(esdb(?:\\+discover)?://(?:${SIGN}:${SIGN}@)?)([^@/?#\\s]+)/?(?:\\?([^?@\\s]+))?$`,
  'i',
)

/** Refuses what the client would accept and misread, and removes a final slash, which it takes for a part of a name. */
export function eventStoreUrlOf(text: string): string | undefined {
  const [, start, hosts, query] = URL_FORM.exec(text) ?? []
  if (start === undefined || hosts === undefined || !hosts.split(',').every(isHost)) return undefined
  const options = new Map((query?.split('&') ?? []).map(optionOf))
  if (![...options].every(([name, value]) => FORMS.get(name)?.test(value) === true)) return undefined
  if (options.get('tls') !== 'false' && !start.endsWith('@')) return undefined
  return `${start}${hosts}${query === undefined ? '' : `?${query}`}`
}

/** The only part of the URL that may be shown. */
export const eventStoreHostsOf = (url: string): string => URL_FORM.exec(url)?.[2] ?? ''

function isHost(text: string): boolean {
  const [, port = '2113'] = /^[\w.-]+(?::(\d{1,5}))?$/.exec(text) ?? [undefined, '0']
  return Number(port) > 0 && Number(port) <= 65_535
}

function optionOf(option: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=([^?]+)$/.exec(option) ?? []
  return [flat(name), value]
}
