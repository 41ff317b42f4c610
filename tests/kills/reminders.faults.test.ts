import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '@app/services/product/generator/random.ts'
import type { Delivered } from '@app/services/platform/mail/testing/test-smtp.ts'
import { expect, inject, test } from 'vitest'
import { verifiedViews } from '../support/processes/run-ops.ts'
import { faultsOf, type LoggedEvent } from './product-log.ts'
import { openReminderFixture, type ReminderFixture } from './reminder-fixture.ts'
import { eventually } from '../support/eventually.ts'

const WORKERS = 4
const DUE = 1_000
const KILLS = 50
/** Clocks of processes that start: right, an hour ahead, an hour back. */
const CLOCKS = [0, 60, -60]
/** Kills end at this fraction of the work, because later ones would have nothing to interrupt. */
const KILLED_UNTIL = 0.8
const LOOK_EVERY_MS = 2
const random = createRandom(inject('seed'))

/** Kills one worker after another at random points of the work, and restarts it. */
async function killRepeatedly(
  { server, startWorker }: ReminderFixture,
  due: number,
  signal: AbortSignal,
): Promise<void> {
  const begunMs = Date.now()
  const workers = Array.from({ length: WORKERS }, () => startWorker(begunMs, 0))
  await Promise.all(workers.map(({ ready }) => ready))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const point = ((kill + random()) / KILLS) * KILLED_UNTIL * due
    while (server.delivered.length < point) await pause(LOOK_EVERY_MS, undefined, { signal })
    const nth = kill % WORKERS
    await workers[nth]!.kill()
    workers[nth] = startWorker(begunMs, CLOCKS[kill % CLOCKS.length]!)
  }
}

/** Waits without a total limit, as long as the number keeps growing. */
async function allSettled({ settled }: ReminderFixture, due: number): Promise<void> {
  for (let before = await settled(); before < due;) {
    const more = async () => {
      const now = await settled()
      expect(now).toBeGreaterThan(before)
      return now
    }
    before = await eventually(more, { everyMs: 50 })
  }
  expect(await settled()).toBe(due)
}

/** Entries that appear more than once. */
const repeatedIn = (all: readonly string[]): readonly string[] => {
  const seen = new Set<string>()
  return all.filter((one) => seen.size === seen.add(one).size)
}

const messageIdOf = ({ eml }: Delivered): string => /^Message-ID: (\S+)/im.exec(eml)![1]!
const messageIdsOf = (log: readonly LoggedEvent[], type: string): readonly string[] =>
  log.filter((event) => event.type === type).map(({ data }) => String(data['messageId']))

test('workers that are killed, under clocks that are set back and ahead, forget nobody, and mail nobody twice [MAIL-2]', async ({
  signal,
}) => {
  const fixture = await openReminderFixture()
  const due = DUE
  await fixture.subscribeAll(due)
  expect(await fixture.project()).toBe(true)
  await killRepeatedly(fixture, due, signal)
  await allSettled(fixture, due)

  const { delivered } = fixture.server
  const log = await fixture.log()
  const [sent, doubtful] = [messageIdsOf(log, 'ReminderSent'), messageIdsOf(log, 'ReminderSendUncertain')]
  const arrived = new Set(delivered.map(messageIdOf))
  const lost = doubtful.filter((id) => !arrived.has(id)).length
  console.log(
    `${KILLS} kills, ${due} due, ${sent.length} sent, ${doubtful.length} doubtful (${lost} never arrived), ${delivered.length} delivered`,
  )
  expect(sent.length + doubtful.length).toBe(due)
  expect(repeatedIn([...sent, ...doubtful])).toEqual([])
  expect(repeatedIn(delivered.map(messageIdOf))).toEqual([])
  expect(repeatedIn(delivered.flatMap(({ to }) => to))).toEqual([])
  expect(sent.filter((id) => !arrived.has(id))).toEqual([])
  // Mails whose answer was lost are in doubt.
  expect(doubtful.length).toBeGreaterThan(0)
  expect(faultsOf(log)).toEqual([])
  const views = await verifiedViews({ dataDir: fixture.dataDir, env: fixture.env })
  expect(views.filter(({ differing }) => differing > 0)).toEqual([])
  expect(views.find(({ table }) => table === 'subscriptions')).toMatchObject({ rows: due })
})
