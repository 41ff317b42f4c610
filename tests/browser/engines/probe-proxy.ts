import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands before the product and adds one script to its pages, which tells of every script error and every refusal by
 * the content security policy: not every engine's console can be read. Links that leave lead here instead of away.
 */
export interface ProbeProxy {
  readonly url: string
  readonly complaints: readonly string[]
  /** The port at which the product listens. */
  leadTo(port: number): void
  close(): Promise<void>
}

const PROBE_PATH = '/engine-probe.js'
const TOLD_PATH = '/engine-told'
export const ELSEWHERE_PATH = '/engine-elsewhere'
const PROBE = `
function tell(text) { navigator.sendBeacon('${TOLD_PATH}', text) }
addEventListener('error', function (event) {
  if (event.message) tell(event.message + ' ' + event.filename + ':' + event.lineno)
})
addEventListener('unhandledrejection', function (event) { tell('rejected: ' + event.reason) })
addEventListener('securitypolicyviolation', function (event) { tell('csp: ' + event.violatedDirective) })
`

export async function openProbeProxy(): Promise<ProbeProxy> {
  const complaints: string[] = []
  let port = 0
  const server = createServer((asked, answer) => {
    if (asked.url === PROBE_PATH) return void answer.setHeader('content-type', 'text/javascript').end(PROBE)
    if (asked.url === ELSEWHERE_PATH)
      return void answer.setHeader('content-type', 'text/html').end('<h1>Lejos</h1>')
    if (asked.url === TOLD_PATH)
      return void collect(asked).then((text) => (complaints.push(text), answer.end()))
    return forward(asked, answer, port)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${own}`,
    complaints,
    leadTo: (to) => (port = to),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function collect(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function forward(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  // Plain, so that pages can be added to.
  const headers = { ...asked.headers, 'accept-encoding': 'identity' }
  const onward = request(
    { port, host: '127.0.0.1', path: asked.url, method: asked.method, headers },
    (found) => {
      const isPage = (found.headers['content-type'] ?? '').startsWith('text/html')
      if (isPage) return void collect(found).then((html) => sendPage(answer, found, html))
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    },
  )
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}

function sendPage(answer: ServerResponse, found: IncomingMessage, html: string): void {
  const { 'content-length': _length, etag: _etag, ...headers } = found.headers
  answer.writeHead(found.statusCode ?? 502, headers)
  answer.end(
    html
      .replace('<head>', `<head><script src="${PROBE_PATH}"></script>`)
      .replaceAll(/href="https:\/\/(?:wa\.me|www\.instagram\.com)[^"]*"/g, `href="${ELSEWHERE_PATH}"`),
  )
}
