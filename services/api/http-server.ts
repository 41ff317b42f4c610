import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { StartError, codeOf } from '@app/outside/start-error.ts'

/** A server that holds its port from the first moment, and says that it is starting until it is given its app. */
export interface HttpServer {
  readonly port: number
  serve(app: RequestListener): void
  /** Answers what is under way, within the time given, and closes the port. */
  stop(withinMs: number): Promise<void>
}

const HEADERS_MS_MAX = 15_000
const REQUEST_MS_MAX = 60_000
const KEEP_ALIVE_MS = 10_000

const starting: RequestListener = (request, response) => {
  const isAlive = request.url === '/healthz'
  response.writeHead(isAlive ? 200 : 503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
  response.end(
    JSON.stringify(isAlive ? { status: 'ok' } : { detail: REFUSALS.unavailable.detail, code: 'starting' }),
  )
}

/** @throws StartError when the port is taken or not allowed */
export async function openHttpServer({ host, port }: { host: string; port: number }): Promise<HttpServer> {
  let listener = starting
  const server = createServer((request, response) => listener(request, response))
  server.headersTimeout = HEADERS_MS_MAX
  server.requestTimeout = REQUEST_MS_MAX
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await listen(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    serve: (app) => {
      listener = app
    },
    stop: (withinMs) => stop(server, withinMs),
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port)))
    server.listen(port, host, resolve)
  })
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

function stop(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), withinMs)
    server.close(() => {
      clearTimeout(patience)
      resolve()
    })
    server.closeIdleConnections()
  })
}
