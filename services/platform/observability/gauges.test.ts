import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureDatabase } from './metrics.ts'

/** The figures of one scrape, by name. */
async function scrape(registry: Registry): Promise<Readonly<Record<string, number>>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])]))
}

test('each figure of the database is that of its own scrape', async () => {
  const registry = new Registry()
  const space = { freeBytes: 10, isLow: false }
  const status = { up: true, restarts: 0 }
  measureDatabase(registry, { space, status: () => status })
  const isAsNow = async () =>
    expect(await scrape(registry)).toEqual({
      disk_free_bytes: space.freeBytes,
      disk_space_low: Number(space.isLow),
      postgres_up: Number(status.up),
      postgres_restarts: status.restarts,
    })
  await isAsNow()
  Object.assign(space, { freeBytes: 1, isLow: true })
  Object.assign(status, { up: false, restarts: 2 })
  await isAsNow()
})
