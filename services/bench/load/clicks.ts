import { randomInt } from 'node:crypto'
import { createRandom } from '@app/generator/random.ts'
import autocannon from 'autocannon'
import { clickHeaders, createClickBodies } from './taps.ts'

const CONNECTIONS = 50

const nextBody = createClickBodies(createRandom(randomInt(2 ** 31)))

/** Each connection sends when its last request is answered. @throws Error unless every answer is 2xx */
export async function sendClicks(
  { url, profileId }: { readonly url: string; readonly profileId: string },
  requests: number,
  connections = CONNECTIONS,
): Promise<{ readonly seconds: number }> {
  const startedMs = performance.now()
  let lastMs = startedMs
  const options: autocannon.Options = {
    url: `${url}/api/public/track/${profileId}`,
    connections,
    // A number and not a time, so that no request is open at the end.
    amount: requests,
    headers: clickHeaders(url),
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, body: nextBody() }) }],
  }
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error: Error | null, done) =>
      error === null ? resolve(done) : reject(error),
    )
    running.on('response', () => (lastMs = performance.now()))
  })
  if (result['2xx'] !== requests || result.errors > 0) {
    const codes = JSON.stringify(result.statusCodeStats ?? {})
    throw new Error(
      `of ${requests} clicks ${result['2xx']} were acknowledged: ${result.errors} errors, ${codes}`,
    )
  }
  return { seconds: (lastMs - startedMs) / 1_000 }
}
