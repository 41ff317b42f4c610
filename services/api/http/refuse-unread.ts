import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { codeOf } from '@app/contracts/start-error.ts'

/** Longer than a browser needs to send the rest of its headers. */
const READ_MS_MAX = 2_000

const TOO_LARGE = 431
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const PAGE = `<!doctype html>
<html lang="es-CL"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No pudimos abrir esta página</title>
<h1>Tu navegador envió demasiados datos</h1>
<p>Guarda demasiadas cookies de este sitio. Bórralas en los ajustes del navegador y vuelve a abrir la página.</p>
</html>
`

function answerOf(status: number): string {
  const body = status === TOO_LARGE ? PAGE : ''
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: text/html; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    `\r\n${body}`,
  ].join('\r\n')
}

/** Answers a request that cannot be read, unless an answer has begun on its connection. */
export function refuseUnread(error: Error, socket: Socket): void {
  const { _httpMessage: answer } = socket as { _httpMessage?: { readonly headersSent: boolean } }
  if (!socket.writable || answer?.headersSent === true) return void socket.destroy()
  socket.end(answerOf(STATUSES[codeOf(error) ?? ''] ?? 400))
  // A connection that is closed while its client still sends loses the answer.
  socket.resume()
  setTimeout(() => socket.destroy(), READ_MS_MAX).unref()
}
