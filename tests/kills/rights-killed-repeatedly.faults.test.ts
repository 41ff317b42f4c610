import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { createRandom } from '@app/generator/random.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { eventually } from '../support/eventually.ts'
import { ownLogPlace } from '../support/log-places.ts'
import { believeNextClock, daysAgo } from '../support/processes/past-clock.ts'
import { call } from '../support/processes/product-calls.ts'
import { ownUsedFolder, startProductProcess } from '../support/processes/product-process.ts'
import { verifiedViews } from '../support/verified-views.ts'
import { killAndStart, ROUNDS, shownBacks, type Back, type KillFixture } from './kills.ts'
import { caughtUp, databaseUrlOf, faultsOf, logOf } from './product-log.ts'
import {
  blockingAct,
  confirmationAct,
  countedIn,
  erasureAct,
  quotationOf,
  RAISED_LIMITS,
  signInAt,
  tryAct,
  type Act,
  type Outcome,
} from './rights-acts.ts'

vi.setConfig({ testTimeout: 900_000 })

const KILLS = 20
const OF_EACH = 20
const WRITERS = 2
/** Pages of the job, which goes on through most of the kills. */
const DUE = 2_000
const AT_ONCE = 8
/** Beginnings and ends of acts, each followed by a kill within a moment. */
const HEARD = ['RequestReceived', 'SubjectBlocked', 'SubjectErased', 'RequestConfirmed', 'RequestAnswered']
const DELAY_MS_MAX = 30
const random = createRandom(inject('seed'))

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const queue = [...items]
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Waits for the next such event that no expiry has caused. */
const heard = (
  databaseUrl: string,
  type: string,
  { isOver, signal }: { readonly isOver: () => boolean; readonly signal: AbortSignal },
): Promise<void> =>
  withConnection(databaseUrl, async (client) => {
    const count = async () => {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from log.events where type = $1 and data ->> 'reason' is distinct from 'retention'",
        [type],
      )
      return rows[0]!.n
    }
    const before = await count()
    while (!isOver() && (await count()) === before) await pause(2, undefined, { signal })
  })

/** Each act is sent once, while the product is killed again and again. */
async function underKills(fixture: KillFixture, acts: readonly Act[], signal: AbortSignal) {
  const outcomes = new Map<Act, Outcome>()
  const queue = shuffled(acts)
  const write = async (): Promise<void> => {
    for (let act = queue.shift(); act !== undefined; act = queue.shift()) {
      const outcome = await tryAct(fixture.product.url, act)
      if (outcome !== 'never sent') outcomes.set(act, outcome)
      else {
        queue.unshift(act)
        await pause(10, undefined, { signal })
      }
    }
  }
  let isOver = false
  const writing = Promise.all(Array.from({ length: WRITERS }, write)).finally(() => (isOver = true))
  const backs: Back[] = []
  const rounds = ROUNDS.postgres
  for (let n = 0; n < KILLS && !isOver; n += 1) {
    await heard(await databaseUrlOf(fixture.dataDir), HEARD[n % HEARD.length]!, {
      isOver: () => isOver,
      signal,
    })
    await pause(random() * DELAY_MS_MAX)
    backs.push(await killAndStart(fixture, rounds[n % rounds.length]!, random))
  }
  await writing
  return { outcomes, backs }
}

test('kills while people block, erase and are erased: each request has one answer, each erasure one event [PRIV-15, PRIV-16, PRIV-17, PRIV-18]', async ({
  signal,
}) => {
  const place = await ownLogPlace('postgres')
  const { dataDir, password } = await ownUsedFolder()
  const env = { RATE_LIMITS: RAISED_LIMITS }
  const past = await startProductProcess({ dataDir, env: { ...env, ...daysAgo(1_200) } })
  const due: string[] = []
  await inTurns(
    Array.from({ length: DUE }, (_none, n) => `vencida${n}x`),
    async (word) => due.push(await quotationOf(past.url, `${word}@correo.example`, word)),
  )
  await past.stop()
  const before = await startProductProcess({ dataDir, env })
  const token = await signInAt(before.url, password)
  const admin = async (path: string) =>
    call(`${fixture.product.url}/api/admin/${path}`, { headers: { Authorization: `Bearer ${token}` } })
  const fixture: KillFixture = { dataDir, place, env, product: before }
  const [demo] = (await admin('profiles')).body as unknown as readonly [{ id: string }]
  const asking = { url: before.url, dataDir, token, profileId: demo.id }
  const acts: Act[] = []
  for (let n = 0; n < OF_EACH; n += 1)
    for (const make of [blockingAct, erasureAct, confirmationAct])
      acts.push(await make(asking, `${make.name.toLowerCase()}${n}x`))
  await believeNextClock(await databaseUrlOf(dataDir))
  await before.stop()

  fixture.product = await startProductProcess({ dataDir, env })
  const { outcomes, backs } = await underKills(fixture, acts, signal)

  await eventually(
    async () => {
      const log = await logOf(dataDir)
      for (const act of acts)
        expect([act.word, isWhole(act, outcomes.get(act), log)]).toEqual([act.word, true])
      const erased = log
        .filter(({ type }) => type === 'SubjectErased')
        .map(({ data }) => String(data.subject))
      expect(due.filter((subject) => !erased.includes(subject))).toEqual([])
      // Nothing is erased twice.
      expect(erased.length).toBe(new Set(erased).size)
    },
    { everyMs: 500 },
  )
  expect(faultsOf(await logOf(dataDir))).toEqual([])
  await caughtUp(fixture.product.url)
  const log = await logOf(dataDir)
  expect(backs.length).toBeGreaterThan(KILLS / 2)
  const cut = acts.filter((act) => outcomes.get(act) === 'unknown')
  const arrived = cut.filter((act) => countedIn(log, act).received === 1)
  console.log(
    `${acts.length} acts, ${cut.length} cut off, ${arrived.length} of these in the log; back: ${shownBacks(backs)}`,
  )
  const listed = JSON.stringify((await admin('quotations?limit=100')).body)
  for (const act of acts.filter(({ kind }) => kind !== 'confirmation'))
    expect([act.word, listed.includes(act.word)]).toEqual([act.word, countedIn(log, act).received === 0])
  expect((await verifiedViews({ dataDir, env })).filter(({ differing }) => differing > 0)).toEqual([])
})

/** Once or, where it never arrived, not at all; an act that was acknowledged has arrived. */
function isWhole(act: Act, outcome: Outcome | undefined, log: Parameters<typeof countedIn>[0]): boolean {
  const { received, answered, blocked, erased } = countedIn(log, act)
  const isOnce = (counts: readonly number[]) => counts.every((count) => count === received)
  const isNever = (counts: readonly number[]) => counts.every((count) => count === 0)
  const isAcknowledged = outcome !== 'done' || received === 1
  const [whole, none] = act.kind === 'blocking' ? [blocked, erased] : [erased, blocked]
  return isAcknowledged && received <= 1 && answered === received && isOnce(whole) && isNever(none)
}
