// @module-tag facts
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Position } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { newId } from '@app/event-store/ids.ts'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { createRandom, intBelow } from '@app/generator/random.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { sealNext } from '@app/record/sealer.ts'
import { isLong } from '../support/longer-runs.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { appendAll, range, sealedLogOf, verdictOf } from './sealed-log.ts'

if (isLong) vi.setConfig({ testTimeout: 600_000 })

const EVENTS = isLong ? 20_000 : 600
const KILLS = isLong ? 30 : 2
const LIVES_MS_MAX = 600
const APPENDS_AT_ONCE = 16
const CHILD = join(import.meta.dirname, 'sealer.child.ts')
const random = createRandom(inject('seed'))

/** Two processes that seal, each started again after it was killed; what they said is counted. */
function startSealers(url: string) {
  const said = new Map<string, number>()
  const running = new Map<number, ChildProcess>()
  let isOver = false

  async function start(place: number): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD], {
      env: { PATH: process.env.PATH, DATABASE_URL: url },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    running.set(place, child)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) said.set(line, (said.get(line) ?? 0) + 1)
    })
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    return child
  }

  async function kill(child: ChildProcess): Promise<void> {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await gone
  }

  async function live(place: number, kills: number): Promise<void> {
    for (let nth = 0; nth < kills && !isOver; nth += 1) {
      const child = await start(place)
      await pause(intBelow(random, LIVES_MS_MAX))
      await kill(child)
    }
    if (!isOver) await start(place)
  }

  const lives = Promise.all([live(0, KILLS / 2), live(1, KILLS / 2)])
  return {
    said,
    killed: lives,
    stop: async () => {
      isOver = true
      await lives
      await Promise.all([...running.values()].map(kill))
    },
  }
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
  const sealers = startSealers(url)
  onTestFinished(async () => {
    await sealers.stop()
    await Promise.all([log.dispose(), sealed.pool.end()])
  })
  await Promise.all(
    range(0, APPENDS_AT_ONCE).map((nth) =>
      appendAll(log, range((nth * EVENTS) / APPENDS_AT_ONCE, ((nth + 1) * EVENTS) / APPENDS_AT_ONCE)),
    ),
  )
  await sealers.killed
  await sealers.stop()
  while (!(await sealNext(sealed, { isUrgent: true })).isAtHead);
  await sealNext(sealed, { isUrgent: true })

  const events = await wholeLog(log)
  const places: Position[] = []
  const { size: leaves } = await sealed.tree.state()
  for await (const page of sealed.tree.leaves(leaves)) places.push(...page.map(({ position }) => position))
  const seals = events.filter(({ stream, type }) => stream === LOG_SEALS_STREAM && type === 'LogSealed')
  console.info(`${seals.length} seals; the sealers said`, Object.fromEntries(sealers.said))
  expect(events.filter(({ stream }) => stream.startsWith('test-'))).toHaveLength(EVENTS)
  expect(places).toEqual(events.slice(0, places.length).map(({ position }) => position))
  const { findings, tableFaults, sealed: size } = await verdictOf(sealed)
  expect({ findings, tableFaults }).toEqual({ findings: [], tableFaults: 0 })
  expect(events.slice(size).every(({ stream }) => stream === LOG_SEALS_STREAM)).toBe(true)
  expect([...sealers.said.keys()].filter((line) => line.startsWith('failed'))).toEqual([])
})
