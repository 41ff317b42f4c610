import { setTimeout as pause } from 'node:timers/promises'
import { NETWORKS, type Network } from '@app/contracts/traffic/kinds.ts'
import { derivedId } from '@app/services/kernel/log/ids.ts'
import { PHONE } from '../support/processes/product-calls.ts'

/** Phones that tap, click and download while the product is killed, and a ledger of acknowledged facts. */

export interface Fact {
  readonly kind: 'tap' | 'click' | 'download'
  readonly id: string
  readonly visitId: string
  readonly visitorId: string
  readonly network: Network
  /** Sent until it is acknowledged; otherwise only once, as by a phone that is put away. */
  readonly patient: boolean
  /** Sent again after its acknowledgement, as by a phone that missed the answer. */
  readonly doubtful: boolean
}

export interface Ledger {
  readonly acknowledged: Map<string, Fact>
  /** Answers that a correct phone should never get. */
  readonly surprises: string[]
  requests: number
}

export const emptyLedger = (): Ledger => ({ acknowledged: new Map(), surprises: [], requests: 0 })

export interface Target {
  /** A function, because the URL changes with every start of the product. */
  readonly url: () => string
  readonly profileId: string
  readonly slug: string
  /** Ends the writing. */
  readonly signal: AbortSignal
}

const CLICKS_A_VISIT = 4
const IMPATIENT_PART = 0.15
const DOUBTFUL_PART = 0.1
const ATTEMPTS_MAX = 600
const PAUSE_MS = 50
const ANSWER_MS_MAX = 10_000

/** One tap, some clicks and a download for each visitor, up to the total of clicks. Deterministic by seed and `random`. */
export function factsOf(seed: number, clicks: number, random: () => number): readonly Fact[] {
  return Array.from({ length: clicks }, (_none, n) => {
    const visit = Math.floor(n / CLICKS_A_VISIT)
    const shared = {
      visitId: derivedId(`${seed} visit ${visit}`),
      visitorId: derivedId(`${seed} who ${visit}`),
    }
    const fact = (kind: Fact['kind']): Fact => ({
      ...shared,
      kind,
      id: derivedId(`${seed} ${kind} ${n}`),
      network: NETWORKS[Math.floor(random() * NETWORKS.length)]!,
      patient: random() >= IMPATIENT_PART,
      doubtful: random() < DOUBTFUL_PART,
    })
    if (n % CLICKS_A_VISIT === 0) return [fact('tap'), fact('click')]
    return n % CLICKS_A_VISIT === CLICKS_A_VISIT - 1 ? [fact('click'), fact('download')] : [fact('click')]
  }).flat()
}

/** Several writers send the facts concurrently, each until it is settled. */
export async function writeAll(
  facts: readonly Fact[],
  target: Target,
  { writers, ledger }: { readonly writers: number; readonly ledger: Ledger },
): Promise<void> {
  const queue = [...facts]
  const write = async (): Promise<void> => {
    for (let fact = queue.shift(); fact !== undefined; fact = queue.shift()) {
      target.signal.throwIfAborted()
      await settle(fact, target, ledger)
      if (fact.doubtful && ledger.acknowledged.has(fact.id)) await settle(fact, target, ledger)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

async function settle(fact: Fact, target: Target, ledger: Ledger): Promise<void> {
  for (let attempt = 1; attempt <= (fact.patient ? ATTEMPTS_MAX : 1); attempt += 1) {
    ledger.requests += 1
    const outcome = await send(fact, target).catch((): Outcome => 'later')
    if (outcome === 'recorded') ledger.acknowledged.set(fact.id, fact)
    else if (outcome !== 'later') ledger.surprises.push(outcome)
    if (outcome !== 'later') return
    await pause(PAUSE_MS, undefined, target)
  }
  if (fact.patient) ledger.surprises.push(`${fact.kind} ${fact.id}: never acknowledged`)
}

/** Any other answer is a surprise, named by its text. */
type Outcome = 'recorded' | 'later' | (string & {})

async function send(fact: Fact, target: Target): Promise<Outcome> {
  const answer = await (fact.kind === 'tap' ? sendTap(fact, target) : sendTrack(fact, target))
  const body = (await answer.json()) as Record<string, unknown>
  if (answer.status === 503 && answer.headers.has('retry-after')) return 'later'
  if (answer.status === 200 && answer.headers.get('tap-status') === 'recorded') return 'recorded'
  if (answer.status === 200 && fact.kind !== 'tap' && body.event_id === fact.id) return 'recorded'
  return `${fact.kind} ${fact.id}: ${answer.status} ${JSON.stringify(body)}`
}

const said = (): RequestInit => ({ signal: AbortSignal.timeout(ANSWER_MS_MAX) })

function sendTap({ id, visitId, visitorId }: Fact, { url, slug }: Target): Promise<Response> {
  const query = new URLSearchParams({ e: id, v: visitId, s: 'nfc' })
  const headers = { 'User-Agent': PHONE, 'Visitor-Id': visitorId }
  return fetch(`${url()}/api/public/profile/${slug}?${query.toString()}`, { headers, ...said() })
}

function sendTrack(fact: Fact, { url, profileId }: Target): Promise<Response> {
  const body = {
    event_type: fact.kind === 'download' ? 'vcf' : `click_${fact.network}`,
    event_id: fact.id,
    visit_id: fact.visitId,
    visitor_id: fact.visitorId,
    source: 'nfc',
  }
  return fetch(`${url()}/api/public/track/${profileId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': PHONE },
    body: JSON.stringify(body),
    ...said(),
  })
}
