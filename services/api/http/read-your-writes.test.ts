import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { positionOf } from '@app/contracts/event-store.ts'
import { createReadYourWrites } from './read-your-writes.ts'

/** A read after a write whose rows do not come in time. */
async function readBehind(isKept: boolean): Promise<{ waitedMs: number; stale: unknown }> {
  let waitedMs = 0
  const writes = createReadYourWrites({
    isKept: () => isKept,
    waitFor: async (_position, timeoutMs) => {
      waitedMs += timeoutMs
      return false
    },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  writes.wrote(response, 'ana', positionOf(7n))
  await writes.caughtUp({ request, response }, ['traffic'], 'ana')
  return { waitedMs, stale: response.getHeader('stale') }
}

test('a read waits two seconds for its account’s write, then answers as stale [PROJ-9]', async () => {
  expect(await readBehind(true)).toEqual({ waitedMs: 2_000, stale: 'true' })
})

test('rows that nobody moves, as a new version is being built, are not waited for', async () => {
  expect(await readBehind(false)).toEqual({ waitedMs: 0, stale: 'true' })
})

test.each([
  ['before its account’s write', '5', 7n],
  ['after its account’s write', '9', 9n],
])('a read that names a position %s waits for the later of the two', async (_place, named, awaited) => {
  const waits: bigint[] = []
  const writes = createReadYourWrites({
    isKept: () => true,
    waitFor: async (position) => waits.push(position) > 0,
  })
  const request = new IncomingMessage(new Socket())
  request.headers['wait-for-position'] = named
  const response = new ServerResponse(request)
  writes.wrote(response, 'ana', positionOf(7n))
  await writes.caughtUp({ request, response }, ['traffic'], 'ana')
  expect([waits, response.getHeader('stale')]).toEqual([[awaited], undefined])
})

test('each later read of an account waits for its write, not only the next one [PROJ-9]', async () => {
  const waits: bigint[] = []
  const writes = createReadYourWrites({
    isKept: () => true,
    waitFor: async (position) => waits.push(position) > 0,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  writes.wrote(response, 'ana', positionOf(7n))
  for (const reads of [['traffic'], ['accounts']] as const)
    await writes.caughtUp({ request, response }, reads, 'ana')
  expect(waits).toEqual([7n, 7n])
})
