import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase, poolOf } from '../../../tests/support/test-database.ts'
import { createKeyVault } from './key-vault.ts'
import { wrappingFilesInMemory } from './testing/wrapping-files-in-memory.ts'
import { createSubjects } from './subjects.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const EARLIER = new Date(NOW.getTime() - 1)

const files = wrappingFilesInMemory(randomBytes(32))
const { url } = await createTestDatabase()
const pool = poolOf(url)
const vaultOn = (db: typeof pool) => createKeyVault({ db, random: randomBytes, now: () => NOW, files })
const { keys } = vaultOn(pool)
const readers = [keys, vaultOn(poolOf(url)).keys]
const subjects = createSubjects(pool)
let ana: string
let people = 0
beforeEach(async () => {
  ana = `ana-${(people += 1)}`
  await keys.forWriting(ana)
})
const keyOfAna = async (by = keys) => (await by.forReading([ana])).get(ana)

test('a frozen subject has no key for readers, in any process, until it is freed, and then the same key [PRIV-15]', async () => {
  const key = await keyOfAna()
  await subjects.freeze(ana, NOW)
  for (const by of readers)
    expect(await by.withBlocked([ana, 'nobody'])).toMatchObject({ keys: new Map(), blocked: new Set([ana]) })
  expect(await subjects.frozen([ana, 'nobody'])).toEqual(new Set([ana]))
  // Folds, writes, erasures and new wrappings have the key.
  const found = { keys: new Map([[ana, key]]), blocked: new Set() }
  expect(await keys.withBlocked([ana], { frozen: true })).toMatchObject(found)
  expect(await keys.forWriting(ana)).toEqual(key)
  expect((await keys.idsOf([ana])).size).toBe(1)
  await subjects.unfreeze(ana)
  for (const by of readers) expect(await by.withBlocked([ana])).toMatchObject(found)
})

test('a frozen subject that is erased leaves no freeze to a person who returns, and no mailbox', async () => {
  const mailbox = randomUUID()
  await subjects.setMailbox(ana, mailbox)
  await subjects.freeze(ana, NOW)
  await keys.destroy(ana)
  const key = await keys.forWriting(ana)
  for (const by of readers) expect(await keyOfAna(by)).toEqual(key)
  expect(await subjects.ofMailbox(mailbox, 10)).toEqual([])
})

test('whose key was made after the decision is not frozen', async () => {
  await subjects.freeze(ana, EARLIER)
  expect(await subjects.frozen([ana])).toEqual(new Set())
})

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 20, hour))

test('a text moves the instant of its subject forward alone, and the latest mailbox proves all', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const lastOf = async (mailbox: string) =>
    (await subjects.ofMailbox(mailbox, 10)).map(({ lastAt }) => lastAt.getUTCHours())
  await keys.forWriting('account-1', { at: at(3), mailbox: first })
  await keys.forWriting('account-1', { at: at(2) })
  expect(await lastOf(first)).toEqual([3])
  await keys.forWriting('account-1', { at: at(5), mailbox: second })
  expect([await lastOf(first), await lastOf(second)]).toEqual([[], [5]])
})

test('subjects of a mailbox are listed with quotations last, and only those that existed then', async () => {
  const mailbox = randomUUID()
  for (const subject of ['quotation-1', 'quotation-2', 'subscription-1', 'account-2'])
    await keys.forWriting(subject, { at: NOW, mailbox })
  const listed = async (limit: number, until?: Date) =>
    (await subjects.ofMailbox(mailbox, limit, until)).map(({ subject }) => subject)
  expect(await listed(10)).toEqual(['subscription-1', 'account-2', 'quotation-2', 'quotation-1'])
  expect(await listed(3)).toEqual(['subscription-1', 'account-2', 'quotation-2'])
  expect([await listed(10, NOW), await listed(10, EARLIER)]).toEqual([await listed(10), []])
})

test('texts are due by kind, the oldest first and in pages of any size, but for frozen ones [PRIV-18]', async () => {
  for (const [nth, hour] of [3, 1, 2, 2].entries())
    await keys.forWriting(`visitor-p.${nth}`, { at: at(hour) })
  for (const subject of ['visitor-p.frozen', 'quotation-due']) await keys.forWriting(subject, { at: at(1) })
  await subjects.freeze('visitor-p.frozen', NOW)
  const asked = { kind: 'visitor', before: at(3) } as const
  const due = await subjects.due({ ...asked, limit: 10 })
  expect(due.map(({ subject }) => subject)).toEqual(['visitor-p.1', 'visitor-p.2', 'visitor-p.3'])
  expect(await subjects.due({ ...asked, limit: 2, after: due[0] })).toEqual(due.slice(1))
})
