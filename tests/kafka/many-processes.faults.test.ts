import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { AdminProfile } from '@app/contracts/administration.ts'
import { createRandom, intBelow } from '@app/services/product/generator/random.ts'
import { emptyLedger, factsOf, writeAll } from '../kills/track-writers.ts'
import { readLog, recount } from '../kills/product-log.ts'
import { eventually } from '../support/eventually.ts'
import { ownServer } from '../support/processes/own-server.ts'
import { asAdministrator } from '../support/processes/product-calls.ts'
import {
  ownDataFolder,
  startProductProcess,
  type Product,
  sharedSettings,
} from '../support/processes/product-process.ts'
import { startTestSmtp } from '@app/services/platform/mail/testing/test-smtp.ts'
import { withConnection, oneLogin } from '@app/services/platform/postgres/connection.ts'
import { verifiedViews } from '../support/processes/run-ops.ts'
import { openBroker, type Broker } from './broker.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { openOpsBackend } from '@app/services/ops/ops-session.ts'
import { createSubscriptionIds } from '@app/services/kernel/keys/keyed-ids.ts'
import { createWrappingFiles } from '@app/services/kernel/keys/wrapping-keys.ts'
import { write } from '../support/api/test-log.ts'

/** The product as eight processes, two for each part, over a real broker and a real PostgreSQL. */

/** A start of the api waits for read models. */
const PARTS = ['projections', 'projections', 'api', 'api', 'relay', 'relay', 'reminders', 'reminders']
/** Places of the two. */
const API = [2, 3] as const
const PASSWORD = 'Elegida-2026'
const CLICKS = 13_400
const PROCESS_KILLS = 20
const WRITERS = 8
const STARTS_MAX = 3
/** Sent at one a second by each process, so that kills meet them under way. */
const SUBSCRIBERS = 150
const random = createRandom(inject('seed'))

interface World {
  readonly env: Readonly<Record<string, string>>
  readonly server: Awaited<ReturnType<typeof ownServer>>
  readonly broker: Broker
  /** Addresses of the mails that arrived. */
  readonly mailed: () => readonly string[]
  readonly processes: Product[]
  readonly profileId: string
  /** Answered by one api process after the other. */
  readonly url: () => string
}

async function openWorld(): Promise<World> {
  const [broker, server, smtp] = await Promise.all([openBroker(), ownServer(), startTestSmtp()])
  onTestFinished(broker.dispose)
  onTestFinished(smtp.stop)
  const env = {
    ...(await sharedSettings()),
    DATABASE_URL: server.url,
    ADMIN_PASSWORD: PASSWORD,
    EVENT_FEED: 'kafka',
    SMTP_URL: smtp.url,
    REMINDER_HOURS: '00-24',
    REMINDER_MAILS_PER_SECOND: '1',
    KAFKA_BROKERS: broker.address,
  }
  const processes: Product[] = []
  // One after the other: eight starts at once would take longer on two processors.
  for (const part of PARTS) processes.push(await start(env, part))
  let turn = 0
  const url = (): string => processes[API[(turn += 1) % 2]!]!.url
  const [demo] = (await asAdministrator(url(), PASSWORD, '/api/admin/profiles')) as AdminProfile[]
  const mailed = (): readonly string[] => smtp.delivered.flatMap(({ to }) => to)
  return { env, server, broker, mailed, processes, profileId: demo!.id, url }
}

/** As a supervisor does: a start that meets a dead database says so and ends. */
async function start(env: World['env'], part: string, tries = STARTS_MAX): Promise<Product> {
  const options = { dataDir: await ownDataFolder(), env: { ...env, SERVE: part } }
  return startProductProcess(options).catch((error: unknown) => {
    if (tries === 1) throw error
    return start(env, part, tries - 1)
  })
}

async function killOne({ env, processes }: World): Promise<string> {
  const place = intBelow(random, PARTS.length)
  await processes[place]!.kill('SIGKILL')
  processes[place] = await start(env, PARTS[place]!)
  return PARTS[place]!
}

/** First reminders by their end. */
async function reminderOutcomes(url: string): Promise<unknown> {
  return withConnection(url, async (client) => {
    const statement =
      'select first_status as status, count(*)::int from read.subscriptions group by 1 order by 1'
    return (await client.query(statement)).rows
  })
}

const figuresAt = (url: string, { profileId }: World): Promise<unknown> =>
  asAdministrator(url, PASSWORD, `/api/analytics/${profileId}/unified`)

test('events under load, while processes, the broker and PostgreSQL are killed, are in the read models exactly once, and no reminder goes twice [RUN-13]', async ({
  signal,
}) => {
  const world = await openWorld()
  const { env, server, broker, url, profileId } = world
  await subscribeLongAgo(env, profileId, SUBSCRIBERS)
  const ledger = emptyLedger()
  const facts = factsOf(inject('seed'), CLICKS, random)
  const writing = writeAll(facts, { url, profileId, slug: 'demo', signal }, { writers: WRITERS, ledger })
  const killed: string[] = []
  for (let n = 0; n < PROCESS_KILLS; n += 1) {
    const point = Math.floor(((n + random()) / PROCESS_KILLS) * facts.length * 0.8)
    while (ledger.acknowledged.size < point) await pause(5, undefined, { signal })
    killed.push(await killOne(world))
    if (n === 1 || n === PROCESS_KILLS - 1) {
      await broker.kill()
      await pause(500)
      await broker.start()
    }
    if (n === 3) await server.strike()
  }
  await writing
  const stored = (await readLog(env.DATABASE_URL!)).filter(({ id }) => facts.some((fact) => fact.id === id))
  console.log({ killed, acknowledged: ledger.acknowledged.size, stored: stored.length })
  const ids = new Set(stored.map(({ id }) => id))
  expect([...ledger.acknowledged.keys()].filter((id) => !ids.has(id))).toEqual([])
  expect(ids.size).toBe(stored.length)
  expect(ledger.surprises).toEqual([])
  for (const place of API)
    await eventually(async () =>
      expect(await figuresAt(world.processes[place]!.url, world)).toMatchObject(recount(stored)),
    )
  const outcomes = await reminderOutcomes(env.DATABASE_URL!)
  console.log({ mails: world.mailed().length, outcomes })
  expect(new Set(world.mailed()).size).toBe(world.mailed().length)
  const views = await verifiedViews({ dataDir: await ownDataFolder(), env })
  expect(views.filter(({ differing }) => differing > 0)).toEqual([])
  expect(views.find(({ table }) => table === 'traffic_facts')?.rows).toBe(stored.length)
})

const DAY_MS = 86_400_000

/** People whose reminder of a running product is due, written beside it with its keys. */
async function subscribeLongAgo(
  env: Readonly<Record<string, string>>,
  profileId: string,
  count: number,
): Promise<void> {
  const files = createWrappingFiles(env.SECRETS_DIR!, randomBytes)
  const backend = await openOpsBackend(oneLogin(env.DATABASE_URL!), files, { kind: 'postgres' })
  const at = new Date(Date.now() - 8 * DAY_MS)
  const ids = createSubscriptionIds(backend.idKeys)
  for (let nth = 0; nth < count; nth += 1) {
    const email = `ana${nth}@empresa.example`
    const stream = subscriptionStream(ids.subscription(profileId, email))
    await write(backend.store, at, stream, [
      { type: 'ReminderSubscribed', data: { profileId, email, consent: 'v1' } },
    ])
  }
  await backend.close()
}
