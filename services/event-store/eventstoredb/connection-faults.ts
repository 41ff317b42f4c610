import { readFileSync } from 'node:fs'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'

/** Faults that waiting cannot mend, except an unknown name. The client only reports that there is no connection. */
export type ConnectionFault =
  | 'unknown-name'
  | 'untrusted'
  | 'expired'
  | 'not-yet-valid'
  | 'other-name'
  | 'no-tls'
  | 'tls'
  | 'other-server'

interface ServerHost {
  readonly host: string
  readonly port: number
}

export interface ServerAddress {
  readonly hosts: readonly ServerHost[]
  readonly tls: boolean
  /** Instead of the authorities that this machine trusts. */
  readonly caFile?: string | undefined
}

export interface FoundFault extends ServerHost {
  readonly fault: ConnectionFault
}

type Finding = ConnectionFault | 'usable' | 'unknown'
/** A server's first bytes to a client of HTTP/2: `none` if it hangs up. */
type Greeting = 'http2' | 'other' | 'none'

const PROBE_MS_MAX = 1_000
const ANSWER_BYTES_MIN = 9
const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]), // a SETTINGS frame without settings
])
const SETTINGS_FRAME = 4

const BY_ERROR: Readonly<Record<string, ConnectionFault>> = {
  ENOTFOUND: 'unknown-name',
  EAI_AGAIN: 'unknown-name',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'other-server',
}
const BY_CERTIFICATE: Readonly<Record<string, ConnectionFault>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-name',
}

/**
 * Connects to each host once. Undefined if one of them is usable, or nothing is proven: a server that refuses
 * connections, hangs up or is silent may be starting. Takes at most 2 s.
 */
export async function findConnectionFault(address: ServerAddress): Promise<FoundFault | undefined> {
  const options = trustOf(address)
  if (options === undefined) return undefined
  const found = await Promise.all(
    address.hosts.map(async (host) => ({ ...host, fault: await probe(host, address.tls, options) })),
  )
  if (found.some(({ fault }) => fault === 'usable')) return undefined
  const faults = found.filter(isFault)
  // A name may appear with its server, so it counts only when no name is known.
  const answered = faults.find(({ fault }) => fault !== 'unknown-name')
  return answered ?? (faults.length === found.length ? faults[0] : undefined)
}

const isFault = (found: ServerHost & { readonly fault: Finding }): found is FoundFault =>
  found.fault !== 'usable' && found.fault !== 'unknown'

function trustOf({ caFile }: ServerAddress): ConnectionOptions | undefined {
  try {
    return caFile === undefined ? {} : { ca: readFileSync(caFile) }
  } catch {
    return undefined // the client names the file itself
  }
}

async function probe(host: ServerHost, tls: boolean, trust: ConnectionOptions): Promise<Finding> {
  const secure = await handshake(host, trust)
  if (secure !== undefined) return tls || isNoEventStore(secure) ? secure : 'tls'
  const greeting = await greetingOf(host)
  if (greeting === 'none') return 'unknown'
  if (greeting === 'other') return 'other-server'
  return tls ? 'no-tls' : 'usable'
}

const isNoEventStore = (finding: Finding): boolean => finding === 'unknown-name' || finding === 'other-server'

/** Undefined when the server does not speak TLS. */
function handshake(host: ServerHost, trust: ConnectionOptions): Promise<Finding | undefined> {
  const socket = connectTls({
    ...trust,
    ...host,
    ...(isIP(host.host) === 0 ? { servername: host.host } : {}),
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false, // nothing is sent: the reason is read below
  })
  return firstOf<Finding | undefined>(socket, undefined, (settle) => {
    socket.once('secureConnect', () => settle(findingOf(socket)))
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => settle(BY_ERROR[code]))
  })
}

function findingOf(socket: TLSSocket): Finding {
  if (socket.alpnProtocol !== 'h2') return 'other-server'
  if (socket.authorized) return 'usable'
  return BY_CERTIFICATE[String(socket.authorizationError)] ?? 'untrusted'
}

function greetingOf(host: ServerHost): Promise<Greeting> {
  const socket = connectPlain(host)
  return firstOf<Greeting>(socket, 'none', (settle) => {
    let answer = Buffer.alloc(0)
    const read = (): Greeting => {
      if (answer.length === 0) return 'none'
      return answer.length >= ANSWER_BYTES_MIN && answer[3] === SETTINGS_FRAME ? 'http2' : 'other'
    }
    socket.once('connect', () => socket.write(PREFACE))
    socket.on('data', (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes])
      if (answer.length >= ANSWER_BYTES_MIN) settle(read())
    })
    socket.once('error', () => settle(read()))
    socket.once('close', () => settle(read()))
  })
}

function firstOf<Found>(
  socket: Socket,
  silent: Found,
  listen: (settle: (found: Found) => void) => void,
): Promise<Found> {
  return new Promise<Found>((resolve) => {
    const settle = (found: Found): void => {
      clearTimeout(tooLong)
      socket.destroy()
      resolve(found)
    }
    const tooLong = setTimeout(() => settle(silent), PROBE_MS_MAX)
    listen(settle)
    socket.on('error', () => undefined) // after it was settled
  })
}
