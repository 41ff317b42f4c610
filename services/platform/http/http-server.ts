import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { withTimeout } from '../concurrency/concurrency-limiter.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { StartError, codeOf } from '@app/contracts/start-error.ts'

export interface HttpServer {
  readonly port: number
  serve(app: RequestListener): void
  stop(withinMs: number): Promise<void>
}

export const HTTP_LIMITS = {
  headersMsMax: 15_000,
  requestMsMax: 60_000,
  /** Longer than proxies keep theirs (60 to 120 s); else some send a request while this side closes, and answer 502. */
  keepAliveMs: 130_000,
  /** How long an answer may wait until its reader takes another byte. */
  unreadMsMax: 60_000,
  lookEveryMs: 5_000,
  /** A network's share is the proxy's business. */
  connectionsMax: 5_000,
}
type HttpLimits = Readonly<typeof HTTP_LIMITS>

export interface HttpServerOptions {
  readonly host: string
  readonly port: number
  readonly limits?: HttpLimits
}

/** Cookies of all programs of one host name come with each request. Node's own limit is 16 KB. */
const HEADERS_BYTES_MAX = 64 * 1024

/** Longer than a start after a kill takes. */
const STARTING_MS_MAX = 20_000
const IS_HEALTH = /^\/(?:healthz|readyz)$/

/** Answers about health at once; all else waits until the product serves. */
const waitingFor =
  (served: Promise<RequestListener>): RequestListener =>
  (request, response) => {
    const { url = '' } = request
    const waitMs = IS_HEALTH.test(url) ? 0 : STARTING_MS_MAX
    void withTimeout(served, waitMs, () => notStarted).then((listener) => listener(request, response))
  }

const notStarted: RequestListener = ({ url }, response) => {
  const isAlive = url === '/healthz'
  response.writeHead(isAlive ? 200 : 503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
  response.end(
    JSON.stringify(isAlive ? { status: 'ok' } : { detail: REFUSALS.unavailable.detail, code: 'starting' }),
  )
}

/** @throws StartError when the port is taken or not allowed */
export async function openHttpServer({
  host,
  port,
  limits = HTTP_LIMITS,
}: HttpServerOptions): Promise<HttpServer> {
  let serve!: (app: RequestListener) => void
  let listener = waitingFor(new Promise((resolve) => (serve = resolve)))
  const options: ServerOptions = {
    maxHeaderSize: HEADERS_BYTES_MAX,
    headersTimeout: limits.headersMsMax,
    requestTimeout: limits.requestMsMax,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.lookEveryMs,
  }
  const server = createServer(options, (request, response) => {
    // A client may wait for an answer, but must read it.
    response.on('timeout', ({ writableLength }: Socket) => {
      if (writableLength > 0) response.destroy()
    })
    listener(request, response)
  })
  server.timeout = limits.unreadMsMax
  server.maxConnections = limits.connectionsMax
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => {
    throw listenError(error, host, port)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: (app) => {
      listener = app
      serve(app)
    },
    stop: (withinMs) => stop(server, withinMs),
  }
}

/** To one that there is not, before Express, which would match all of it against every route. */
export const cutLongAddresses =
  (otherwise: RequestListener): RequestListener =>
  (request, response) => {
    const { url = '' } = request
    if (url.length > LIMITS.addressCharsMax) request.url = url.startsWith('/api/') ? '/api/-' : '/-'
    return otherwise(request, response)
  }

function listenError(cause: Error, host: string, port: number): StartError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `El puerto ${port} ya está en uso: cierra el otro programa o elige otro con PORT.`,
    EACCES: `No hay permiso para usar el puerto ${port}: elige uno sobre 1024 con PORT.`,
    EADDRNOTAVAIL: `La dirección ${host} no es de este equipo: corrige HOST.`,
    ENOTFOUND: `La dirección ${host} no existe: corrige HOST.`,
  }
  const code = codeOf(cause) ?? ''
  return new StartError(reasons[code] ?? `No se puede escuchar en ${host}:${port} (${cause.message}).`, {
    cause,
  })
}

async function stop(server: Server, withinMs: number): Promise<void> {
  const timeout = setTimeout(() => server.closeAllConnections(), withinMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(timeout)
}
