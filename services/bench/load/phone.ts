import { NETWORKS, SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'
import { oneOf, type Random, uuidOf } from '@app/generator/random.ts'

export const USER_AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
] as const

const CLICKS_A_VISIT = 3

export const clickHeaders = (origin: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  Accept: '*/*',
  'Accept-Language': 'es-CL,es;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br',
  Origin: origin,
  Referer: `${origin}/pages/demo?s=nfc`,
  'User-Agent': USER_AGENTS[0],
  'Sec-Fetch-Site': 'same-origin',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Dest': 'empty',
})

/** Three clicks a visit, one visitor a visit. */
export function createClickBodies(random: Random): () => string {
  let made = 0
  let visit = { visit_id: '', visitor_id: '', source: '' }
  return () => {
    if (made % CLICKS_A_VISIT === 0)
      visit = { visit_id: uuidOf(random), visitor_id: uuidOf(random), source: oneOf(random, SOURCES) }
    made += 1
    const { visit_id, visitor_id, source } = visit
    const event_type = `click_${oneOf(random, NETWORKS)}`
    return JSON.stringify({ event_type, event_id: uuidOf(random), visit_id, source, visitor_id })
  }
}
