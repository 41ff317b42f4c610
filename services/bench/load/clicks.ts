import { randomInt } from 'node:crypto'
import { createRandom, oneOf, type Random, uuidOf } from '../../product/generator/random.ts'
import autocannon from 'autocannon'
import { NETWORKS, SOURCES } from '@app/contracts/traffic/kinds.ts'
import { USER_AGENT } from './in-flight.ts'

const CONNECTIONS = 50

const CLICKS_A_VISIT = 3

const clickHeaders = (origin: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  Accept: '*/*',
  'Accept-Language': 'es-CL,es;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br',
  Origin: origin,
  Referer: `${origin}/pages/demo?s=nfc`,
  'User-Agent': USER_AGENT,
  'Sec-Fetch-Site': 'same-origin',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Dest': 'empty',
})

function createClickBodies(random: Random): () => string {
  let made = 0
  let visit = { visit_id: '', visitor_id: '', source: '' }
  return () => {
    if (made % CLICKS_A_VISIT === 0)
      visit = { visit_id: uuidOf(random), visitor_id: uuidOf(random), source: oneOf(random, SOURCES) }
    made += 1
    return JSON.stringify({
      event_type: `click_${oneOf(random, NETWORKS)}`,
      event_id: uuidOf(random),
      ...visit,
    })
  }
}

const nextBody = createClickBodies(createRandom(randomInt(2 ** 31)))

/** Each connection sends when its last request is answered. @throws Error unless every answer is 2xx */
export async function sendClicks(
  { url, profileId }: { readonly url: string; readonly profileId: string },
  requests: number,
): Promise<{ readonly seconds: number }> {
  const startedMs = performance.now()
  let lastMs = startedMs
  const options: autocannon.Options = {
    url: `${url}/api/public/track/${profileId}`,
    connections: CONNECTIONS,
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
