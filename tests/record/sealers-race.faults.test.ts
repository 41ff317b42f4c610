import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { EventStore, Position } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { newId } from '@app/event-store/ids.ts'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { createRandom, intBelow } from '@app/generator/random.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { isLong } from '../support/longer-runs.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { appendAll, range, sealedLogOf, verdictOf } from './sealed-log.ts'

if (isLong) vi.setConfig({ testTimeout: 600_000 })

const KILLS = isLong ? 30 : 2
/** Appended at least while both run and one of them is killed, until that many seals and lost races were said. */
const EVENTS_A_KILL = isLong ? 656 : 64
const STEPS_A_KILL = 12
const APPENDS_AT_ONCE = 8
/** Beyond them: a seal reads its events twice, and would never catch up with appends at full speed. */
const PAUSE_BETWEEN_MS = 50
const KILLED_AFTER_MS_MAX = 150
const CHILD = join(import.meta.dirname, 'sealer.child.ts')
const random = createRandom(inject('seed'))

/** A process that seals; what it says is counted. */
async function startSealer(url: string, said: Map<string, number>) {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter(Boolean)) said.set(line, (said.get(line) ?? 0) + 1)
  })
  await Promise.race([once(child.stdout, 'data'), gone])
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** @returns how many there are then */
async function appendOn(log: EventStore, first: number, isEnough: () => boolean): Promise<number> {
  let next = first
  while (next - first < EVENTS_A_KILL || !isEnough()) {
    const some = range(next, next + APPENDS_AT_ONCE)
    await Promise.all(some.map((nth) => appendAll(log, [nth])))
    next += APPENDS_AT_ONCE
    if (next - first >= EVENTS_A_KILL) await pause(PAUSE_BETWEEN_MS)
  }
  return next
}

test('two sealers that are killed at random make one chain, and give each event one place [SEAL-8]', async () => {
  const { url } = await createTestDatabase()
  const now = () => new Date()
  const log = await openPostgresEventStore({
    connection: connectionConfig(url, { role: 'svc_app', applicationName: 'race' }),
    now,
    newId,
    random: Math.random,
  })
  const sealed = { ...sealedLogOf(log, url), now, newId }
  const said = new Map<string, number>()
  const running = await Promise.all([startSealer(url, said), startSealer(url, said)])
  onTestFinished(async () => {
    await Promise.all(running.map(({ kill }) => kill()))
    await Promise.all([log.dispose(), sealed.pool.end()])
  })
  const steps = () => (said.get('sealed') ?? 0) + (said.get('moved') ?? 0)
  let appended = 0
  for (let killed = 0; killed <= KILLS; killed += 1) {
    const before = steps()
    const appending = appendOn(log, appended, () => steps() - before >= STEPS_A_KILL)
    if (killed < KILLS) {
      await pause(intBelow(random, KILLED_AFTER_MS_MAX))
      const place = intBelow(random, running.length)
      await running[place]!.kill()
      running[place] = await startSealer(url, said)
    }
    appended = await appending
  }
  expect(said.get('moved'), 'races that were lost').toBeGreaterThan(0)
  await Promise.all(running.map(({ kill }) => kill()))
  while (!(await sealNext(sealed)).isAtHead);
  await sealNext(sealed)

  const events = await wholeLog(log)
  const places: Position[] = []
  const { size: leaves } = await sealed.tree.state()
  for await (const page of sealed.tree.leaves(leaves)) places.push(...page.map(({ position }) => position))
  const seals = events.filter(({ stream, type }) => stream === LOG_SEALS_STREAM && type === 'LogSealed')
  console.info(`${seals.length} seals; the sealers said`, Object.fromEntries(said))
  expect(events.filter(({ stream }) => stream.startsWith('test-'))).toHaveLength(appended)
  expect(places).toEqual(events.slice(0, places.length).map(({ position }) => position))
  const { findings, tableFaults, sealed: size } = await verdictOf(sealed)
  expect({ findings, tableFaults }).toEqual({ findings: [], tableFaults: 0 })
  expect(events.slice(size).every(({ stream }) => stream === LOG_SEALS_STREAM)).toBe(true)
  expect([...said.keys()].filter((line) => line.startsWith('failed'))).toEqual([])
})
