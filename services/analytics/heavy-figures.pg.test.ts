import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../tests/support/eventually.ts'
import { useTestApi, type Person } from '../../tests/support/api/test-api.ts'

const api = useTestApi()
const leaving = new AbortController()
let release = async (): Promise<void> => undefined
afterEach(() => release())

/** Each filtered figure waits for facts, and no other does. */
async function holdFacts(): Promise<void> {
  const client = await api.db.connect()
  await client.query('begin; lock table read.traffic_facts in access exclusive mode')
  release = async () => {
    release = async () => undefined
    await client.query('rollback')
    client.release()
  }
}

/** @returns its status and its code, or that it was aborted */
async function press({ token }: Person, query = '&network=whatsapp', signal?: AbortSignal): Promise<string> {
  const path = `/api/analytics/${api.profile.id}/unified?date_range=all-time${query}`
  const request = { headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) }
  const answer = await fetch(`${api.url}${path}`, request).catch(() => undefined)
  if (answer === undefined) return 'aborted'
  const { code = 'ok' } = (await answer.json()) as { code?: string }
  return `${answer.status} ${code} ${answer.headers.get('retry-after') ?? ''}`.trim()
}

const STATEMENTS = `select from pg_stat_activity
  where datname = current_database() and state = 'active' and query like '%width_bucket%' and pid <> pg_backend_pid()`
const statements = async (): Promise<number> => (await api.db.query(STATEMENTS)).rowCount ?? 0
const untilRunning = (count: number) => eventually(async () => expect(await statements()).toBe(count))

test('sixteen presses of one session read once, on a connection of their own, and other dashboards open [SPEED-11]', async () => {
  await holdFacts()
  const answers: string[] = []
  const presses = Array.from({ length: 16 }, async () => answers.push(await press(api.owner)))
  await eventually(() => expect(answers).toHaveLength(15))
  expect(new Set(answers)).toEqual(new Set(['429 busy 2']))
  const other = press(api.admin)
  await untilRunning(2)
  // More of them than connections of all other reads.
  const dashboards = Array.from({ length: 20 }, () => press(api.owner, ''))
  expect(new Set(await Promise.all(dashboards))).toEqual(new Set(['200 ok']))
  await release()
  await Promise.all(presses)
  expect([answers.at(-1), await other, await press(api.owner)]).toEqual(['200 ok', '200 ok', '200 ok'])
})

test('a press that is given up ends its statement and makes room for the next [SPEED-11]', async () => {
  await holdFacts()
  const givenUp = press(api.owner, '&source=qr', leaving.signal)
  await untilRunning(1)
  leaving.abort()
  expect(await givenUp).toBe('aborted')
  const next = press(api.owner)
  await untilRunning(1)
  await release()
  expect(await next).toBe('200 ok')
})
