import { expect, test } from 'vitest'
import { signInsStream } from '@app/contracts/accounts/events.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { readStream } from '../kernel/codec.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { recordSignIn } from './record-sign-in.ts'

const MINUTE_MS = 60_000

test('a sign-in is recorded apart from the account, at most once in ten minutes, even among many at once [LIM-10]', async () => {
  let ms = Date.parse('2026-11-20T12:00:00.000Z')
  const now = () => new Date(ms)
  const store = await openMemoryEvents(createMemoryLog(), { now, newId })
  const deps = { store, now, newId }
  const recorded = async () =>
    (await readStream(store, signInsStream('ana'))).map(({ data, meta }) => [data.method, meta.actor.id])
  await Promise.all(Array.from({ length: 8 }, () => recordSignIn(deps, 'ana', 'password')))
  expect(await recorded()).toEqual([['password', 'ana']])
  ms += 10 * MINUTE_MS - 1
  expect(await recordSignIn(deps, 'ana', 'external')).toBeUndefined()
  ms += 1
  expect(await recordSignIn(deps, 'ana', 'external')).toMatchObject({ revision: 1n })
  expect(await recorded()).toEqual([
    ['password', 'ana'],
    ['external', 'ana'],
  ])
})
