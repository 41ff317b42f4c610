import { request } from 'node:http'

export interface WholeExport {
  readonly firstMs: number
  readonly ms: number
  readonly bytes: number
  readonly lines: number
}

const NEWLINE = 0x0a

/** @throws Error unless it is answered with 200 */
export const wholeExport = (url: string, headers: Readonly<Record<string, string>>): Promise<WholeExport> =>
  new Promise((resolve, reject) => {
    const sinceMs = performance.now()
    let [firstMs, bytes, lines] = [0, 0, 0]
    request(url, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} was answered ${response.statusCode}`))
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - sinceMs
        bytes += chunk.length
        for (const byte of chunk) if (byte === NEWLINE) lines += 1
      })
      response.once('error', reject)
      response.once('end', () => resolve({ firstMs, ms: performance.now() - sinceMs, bytes, lines }))
    })
      .once('error', reject)
      .end()
  })
