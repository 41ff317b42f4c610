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
