import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Of the body, as they were sent. */
  readonly bytes: Buffer
}

/** An answer as it is sent: `fetch` would decompress it. */
export const rawAnswer = (
  url: string,
  headers: OutgoingHttpHeaders = {},
  method = 'GET',
  body?: string | Buffer,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    asking.once('error', reject)
    asking.end(body)
  })

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
}

export const bodyTextOf = ({ headers, bytes }: RawAnswer): string =>
  (DECODERS[headers['content-encoding'] ?? '']?.(bytes) ?? bytes).toString('utf8')
