import { describe, expect, test } from 'vitest'
import { logHead, type LogHead } from '@app/contracts/record.ts'
import { checkFile } from './testing/signed-log.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'

const TO = 'archivo@notaria.example'
const api = useTestApi({ chainEveryMs: 20, headMailTo: TO })

interface PublicHead {
  readonly head: LogHead | null
  readonly public_key: string
}
const published = async (): Promise<PublicHead> =>
  (await (await api.call('/api/record/head')).json()) as PublicHead

/** Once it has all events so far. */
const newest = (): Promise<PublicHead> =>
  eventually(async () => {
    const given = await published()
    const { rows } = await api.db.query<{ events: number }>('select count(*)::int as events from log.events')
    expect(given.head?.size).toBe(rows[0]!.events)
    return given
  })

const textOf = async (path: string, token: string): Promise<string> => {
  const answer = await api.call(path, { token })
  expect(answer.status).toBe(200)
  return answer.text()
}
const YES = /^YES: \d+ of \d+ signed events, each as it was signed$/

interface Line {
  readonly event?: string
  readonly opened?: Readonly<Record<string, unknown>>
}
const eventsIn = (file: string): readonly Line[] =>
  file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event !== undefined)

test('anybody gets the newest head, and nobody a log’s entries [SEAL-3]', async () => {
  const answer = await newest()
  expect(Object.keys(answer)).toEqual(['head', 'public_key'])
  expect(logHead.parse(answer.head)).toEqual(answer.head)
  for (const path of ['/api/record/export', '/api/record/blocks'])
    expect([path, (await api.call(path)).status]).toEqual([path, 404])
})

describe('an expediente', () => {
  test('of a profile is checked offline by a head that was kept, with its words beside the ciphertext [SEAL-5]', async () => {
    const profile = await api.newProfile('expediente')
    const { public_key: pem } = await newest()
    api.clock.advance(24 * 3_600_000)
    await api.newProfile('otro-dia')
    const kept = await newest()
    api.clock.advance(24 * 3_600_000)
    await api.newProfile('otro-mas')
    await newest()
    const file = await textOf(`/api/profile/${profile.id}/expediente`, api.owner.token)
    expect(await checkFile(file, { pem, kept })).toMatch(YES)
    const created = eventsIn(file).find(({ event }) => event?.includes('"ProfileCreated"'))
    expect(created?.opened).toMatchObject({ slug: 'expediente' })
    expect(created?.event).not.toContain('expediente')
    const without = file.replace(`${file.split('\n').find((line) => line.includes('ProfileCreated'))}\n`, '')
    expect(await checkFile(without, { pem, kept })).toMatch(/^NO: line \d+: /)
  })

  test('of an account is for its person and for administrators', async () => {
    const other = await api.newAccount('Ajena')
    const path = `/api/account/${api.owner.id}/expediente`
    for (const { token } of [api.owner, api.admin])
      expect(await textOf(path, token)).toContain('AccountRegistered')
    expect((await api.call(path, { token: other.token })).status).toBe(404)
    expect((await api.call('/api/account/x/expediente', { token: api.admin.token })).status).toBe(404)
  })

  test('of before an erasure still fits, as the hashes of the log stay [SEAL-11]', async () => {
    const profile = await api.newProfile('por-borrar')
    const { public_key: pem } = await newest()
    const before = await textOf(`/api/profile/${profile.id}/expediente`, api.owner.token)
    const path = `/api/admin/profiles/${profile.id}`
    expect((await api.call(path, { method: 'DELETE', token: api.admin.token })).status).toBe(200)
    const kept = await newest()
    const after = await textOf(`/api/profile/${profile.id}/expediente`, api.admin.token)
    expect(await checkFile(before, { pem })).toMatch(YES)
    expect(await checkFile(after, { pem, kept })).toMatch(YES)
    const [old, now] = [eventsIn(before), eventsIn(after)]
    expect(now.slice(0, old.length).map(({ event }) => event)).toEqual(old.map(({ event }) => event))
    expect([old.some(({ opened }) => opened), now.some(({ opened }) => opened)]).toEqual([true, false])
  })
})

test('the last head of a day is mailed to the mailbox outside, once the next day has a head [SEAL-4]', async () => {
  await newest()
  const { head, public_key: pem } = await published()
  api.clock.advance(24 * 3_600_000)
  await api.newAccount('Mañana')
  await newest()
  // Heads of earlier tests may still be on their way.
  const mailed = await eventually(() => {
    const those = api.mails.filter(
      ({ to, text }) => to === TO && text.includes(`"signature":"${head!.signature}"`),
    )
    expect(those).toHaveLength(1)
    return those[0]!
  })
  const text = mailed.text.split('\n\n').find((line) => line.startsWith('{'))!
  expect(JSON.parse(text)).toEqual(head)
  expect(mailed.text).toContain(pem.trim())
})

test('a log that does not continue the head beside the key is signed no further, and the metrics say so [SEAL-12]', async () => {
  await newest()
  const head = (await api.headFile.read())!
  const metrics = async (): Promise<string> => (await api.call('/metrics')).text()
  await api.headFile.write({ ...head, size: head.size + 1_000_000 })
  await eventually(async () => expect(await metrics()).toContain('log_chain_refused 1'))
  const { size } = (await published()).head!
  await api.newProfile('sin-firma')
  expect((await published()).head!.size).toBe(size)
  await api.headFile.write(head)
  await newest()
  expect(await metrics()).toContain('log_chain_refused 0')
})
