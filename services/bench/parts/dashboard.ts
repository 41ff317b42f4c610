import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import type { BenchPart, Context } from '../frame.ts'
import { createGet, measureRequests, fillLog, type ComingEvent } from '../load/in-flight.ts'
import { session, type Session } from '@app/contracts/login.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { account } from '../../accounts/account.ts'
import { newId } from '../../kernel/log/ids.ts'
import { append, load, type Events } from '../../kernel/commands.ts'
import { traffic } from '../../product/generator/traffic.ts'
import { openOurBackend } from '../load/product.ts'
import { PASSWORD, startBenchProduct, type Product } from '../load/product.ts'

const [LARGE, MIDDLE] = [1_000_000, 50_000]
const REQUESTS = { timesMax: 300, ms: 15_000 }
const ALL = 'date_range=all-time'
const TAPS = `select count(*) as n from log.events where type = 'ProfileTapped' and data ->> 'profileId' = $1`

const large = { metric: 'p50', of: 'all-time' } as const

/** `unified` over HTTP; by a stranger it reads one row by its key and is answered 404. */
export const dashboard: BenchPart = {
  name: 'dashboard',
  judged: [
    { title: 'a million facts, all time ÷ a row by its key', ...large, by: 'key', atMost: 8 },
    { title: 'a million facts, twelve months: ms', metric: 'p50', of: 'year', atMost: 80 },
    { title: 'a million facts, 30 days: ms', metric: 'p50', of: 'month', atMost: 12 },
    { title: '50,000 facts, filtered: ms', metric: 'p50', of: 'filtered', atMost: 60 },
    { title: '50,000 facts among a million ÷ alone', metric: 'p50', of: 'among', by: 'alone', atMost: 1.2 },
  ],
  open: async (context) => {
    const [many, some] = [context.scaled(LARGE), context.scaled(MIDDLE)]
    const small = await openFilled(context, 'alone', [some])
    const full = await openFilled(context, 'among', [many, some])
    const { get, close } = createGet()
    context.onClose(close)
    const unified = async ({ product }: typeof full, profileId: string, query: string, by: Card) => {
      const path = `/api/analytics/${profileId}/unified?${query}`
      const answer = await get(`${product.url}${path}`, by.headers)
      if (answer.status !== (by.profileId === profileId ? 200 : 404))
        throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
      return answer
    }
    const measure =
      (filled: typeof full, { profileId }: Card, query: string, by: Card) =>
      () =>
        measureRequests(async () => (await unified(filled, profileId, query, by)).ms, REQUESTS)
    const [one, other] = full.cards as [Card, Card]
    const shown = JSON.parse((await unified(full, one.profileId, ALL, one)).body) as UnifiedAnalytics
    const { rows } = await withConnection(full.url, (db) => db.query<{ n: string }>(TAPS, [one.profileId]))
    const counted = shown.total_visits + shown.excluded.visits
    if (counted !== Number(rows[0]!.n))
      throw new Error(`${counted} visits are accounted for of ${rows[0]!.n}`)
    const [lone] = small.cards as [Card]
    return {
      'all-time': measure(full, one, ALL, one),
      key: measure(full, one, ALL, other),
      year: measure(full, one, 'date_range=12m', one),
      month: measure(full, one, 'date_range=1m', one),
      filtered: measure(full, other, `${ALL}&source=nfc`, other),
      among: measure(full, other, ALL, other),
      alone: measure(small, lone, ALL, lone),
    }
  },
}

interface Card {
  readonly session: Session
  readonly profileId: string
  readonly headers: Readonly<Record<string, string>>
}

const SEED = 20_261_121
const YEAR_MS = 365 * 86_400_000

export async function openFilled(
  context: Context,
  name: string,
  sizes: readonly number[],
): Promise<{ readonly product: Product; readonly url: string; readonly cards: readonly Card[] }> {
  const secrets = `${context.folder}/${name}-secrets`
  const url = await context.database(name)
  const product = await startBenchProduct(context, { DATABASE_URL: url, SECRETS_DIR: secrets })
  // Codes are only printed by `ops`, so activations and traffic are appended with the product's keys.
  const { store } = await openOurBackend(context, url, secrets)
  const cards: Card[] = []
  for (const events of sizes) cards.push(await makeCard(product, store, `de-${events}@bench.example`))
  const toMs = Date.now()
  const year = { seed: SEED, fromMs: toMs - YEAR_MS, toMs, identifiedPart: 0.01 }
  const logs = cards.map(({ profileId }, nth) =>
    traffic({ ...year, events: sizes[nth]!, profiles: [profileId] }),
  )
  context.say(`appending events of ${sizes.join(' and ')}`)
  await fillLog(store, byTime(logs))
  context.say('waiting for the read models')
  await product.caughtUp()
  await withConnection(url, (client) => client.query('vacuum analyze'))
  return { product, url, cards }
}

function* byTime(logs: readonly Iterator<ComingEvent>[]): Generator<ComingEvent> {
  const coming = logs.map((log) => ({ log, next: log.next() }))
  for (;;) {
    const [first] = coming
      .filter(({ next }) => next.done !== true)
      .sort((a, b) => timeOf(a.next.value) - timeOf(b.next.value))
    if (first === undefined) return
    yield first.next.value
    first.next = first.log.next()
  }
}
const timeOf = ({ event }: ComingEvent): number => Date.parse(event.meta.occurredAt)

async function makeCard({ url }: Product, store: Events, email: string): Promise<Card> {
  const registered = await post(`${url}/api/auth/register`, { name: 'Persona', email, password: PASSWORD })
  const opened = session.parse(registered)
  const { access_token: token, user } = opened
  const stream = accountStream(user.id)
  const { expected } = await load(store, account, stream)
  const id = newId()
  const actor = { kind: 'system', id: 'bench' } as const
  const meta = { actor, occurredAt: new Date().toISOString(), correlationId: id, causationId: null }
  await append(store, stream, expected, [
    { id, type: 'AccountActivated', version: 1, data: { maxProfiles: 1 }, meta },
  ])
  const headers = { Authorization: `Bearer ${token}` }
  const made = (await post(`${url}/api/profiles/create`, undefined, headers)) as { id: string }
  return { session: opened, profileId: made.id, headers }
}

/** @throws Error unless the call succeeds */
export async function post(url: string, body?: object, headers: Card['headers'] = {}): Promise<unknown> {
  const sent = { ...(body && { 'Content-Type': 'application/json' }), ...headers }
  const content = body && { body: JSON.stringify(body) }
  const response = await fetch(url, { method: 'POST', headers: sent, ...content })
  const text = await response.text()
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
