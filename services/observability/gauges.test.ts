import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureDatabase } from './metrics.ts'
import { measureSeals } from './seal-metrics.ts'

/** The figures of one scrape, by name. */
async function scrape(registry: Registry): Promise<Readonly<Record<string, number>>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])]))
}

const goesOn = (): boolean => false

test('each figure of the seals is that of its own scrape, whether or not the log answers', async () => {
  const registry = new Registry()
  let reads = 0
  const answers = [
    { unsealedSeconds: 0, sealedEvents: 0 },
    { unsealedSeconds: 3, sealedEvents: 7 },
    undefined,
    { unsealedSeconds: 0, sealedEvents: 4_096 },
    { unsealedSeconds: 0.5, sealedEvents: 12 },
  ]
  measureSeals(
    registry,
    async () => {
      const answer = answers[(reads += 1) - 1]
      if (answer === undefined) throw new Error('the log does not answer')
      return answer
    },
    goesOn,
  )
  const scraped: unknown[] = []
  for (const _ of answers) {
    const { log_sealed_events: events, log_unsealed_seconds: seconds } = await scrape(registry)
    scraped.push([events, seconds])
  }
  expect(scraped).toEqual([
    [0, 0],
    [7, 3],
    [7, 3],
    [4_096, 0],
    [12, 0.5],
  ])
  expect(reads).toBe(answers.length)
})

test('two scrapes at once each have figures of their own time', async () => {
  const registry = new Registry()
  let size = 0
  measureSeals(registry, async () => ({ unsealedSeconds: 0, sealedEvents: (size += 1) }), goesOn)
  const [one, other] = await Promise.all([scrape(registry), scrape(registry)])
  expect([one?.['log_sealed_events'], other?.['log_sealed_events']]).toEqual([size, size])
  expect((await scrape(registry))['log_sealed_events']).toBe(size)
})

test('each figure of the database is that of its own scrape', async () => {
  const registry = new Registry()
  const space = { freeBytes: 10, isLow: false }
  const refused = { count: 0 }
  const status = { up: true, restarts: 0 }
  measureDatabase(registry, { space, refused, status: () => status })
  const isAsNow = async () =>
    expect(await scrape(registry)).toEqual({
      disk_free_bytes: space.freeBytes,
      disk_space_low: Number(space.isLow),
      appends_without_space: refused.count,
      postgres_up: Number(status.up),
      postgres_restarts: status.restarts,
    })
  await isAsNow()
  Object.assign(space, { freeBytes: 1, isLow: true })
  Object.assign(status, { up: false, restarts: 2 })
  refused.count = 9
  await isAsNow()
})
