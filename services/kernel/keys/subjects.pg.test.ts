import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createKeyVault, type KeyVault } from './key-vault.ts'
import { wrappingFilesInMemory } from './testing/wrapping-files-in-memory.ts'
import { poolOf } from './testing/vault-pool.ts'
import { createSubjects } from './subjects.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const EARLIER = new Date(NOW.getTime() - 1)

const MAILBOX = randomUUID()

let ana: string
let people = 0

const files = wrappingFilesInMemory(randomBytes(32))
const openVault = (db: pg.Pool): KeyVault =>
  createKeyVault({
    db,
    random: randomBytes,
    now: () => NOW,
    files,
  })
const { url } = await createTestDatabase()
const pool = poolOf(url)
const vault = openVault(pool)
/** Another process. */
const other = openVault(poolOf(url))
const subjects = createSubjects(pool)
beforeEach(async () => {
  ana = `ana-${(people += 1)}`
  await vault.keys.forWriting(ana)
})

describe('a frozen subject', () => {
  test('has no key for readers, in any process, until it is freed, and then the same key [PRIV-15]', async () => {
    const key = (await vault.keys.forReading([ana])).get(ana)
    await subjects.freeze(ana, NOW)
    for (const { keys } of [vault, other])
      expect(await keys.withBlocked([ana, 'nobody'])).toMatchObject({
        keys: new Map(),
        blocked: new Set([ana]),
      })
    expect(await subjects.frozen([ana, 'nobody'])).toEqual(new Set([ana]))
    await subjects.unfreeze(ana)
    for (const { keys } of [vault, other]) {
      expect((await keys.forReading([ana])).get(ana)).toEqual(key)
      expect((await keys.withBlocked([ana])).blocked.size).toBe(0)
    }
  })

  test('has its key for what folds, writes, erases and wraps anew', async () => {
    const key = (await vault.keys.forReading([ana])).get(ana)
    await subjects.freeze(ana, NOW)
    expect(await vault.keys.withBlocked([ana], { frozen: true })).toMatchObject({
      keys: new Map([[ana, key]]),
      blocked: new Set(),
    })
    expect(await vault.keys.forWriting(ana)).toEqual(key)
    expect((await vault.keys.idsOf([ana])).size).toBe(1)
  })

  test('that is erased leaves no freeze to a person who returns, and no mailbox', async () => {
    await subjects.setMailbox(ana, MAILBOX)
    await subjects.freeze(ana, NOW)
    await vault.keys.destroy(ana)
    const key = await vault.keys.forWriting(ana)
    expect((await other.keys.forReading([ana])).get(ana)).toEqual(key)
    expect(await subjects.ofMailbox(MAILBOX, 10)).toEqual([])
  })

  test('is not one whose key was made after the decision', async () => {
    await subjects.freeze(ana, EARLIER)
    expect(await subjects.frozen([ana])).toEqual(new Set())
    expect(await subjects.keyIdOf(ana, EARLIER)).toBeUndefined()
    expect(await subjects.keyIdOf(ana, NOW)).toBe((await vault.keys.idsOf([ana])).get(ana))
  })
})

describe('texts', () => {
  const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 20, hour))
  const lastOf = async (mailbox: string) =>
    (await subjects.ofMailbox(mailbox, 10)).map(({ lastAt }) => lastAt.getUTCHours())

  test('move the instant of a subject forward alone, and the latest mailbox proves them', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await vault.keys.forWriting('account-1', { at: at(3), mailbox: first })
    await vault.keys.forWriting('account-1', { at: at(2) })
    expect(await lastOf(first)).toEqual([3])
    await vault.keys.forWriting('account-1', { at: at(5), mailbox: second })
    expect([await lastOf(first), await lastOf(second)]).toEqual([[], [5]])
  })

  test('of a mailbox are listed with quotations last, and only those that existed then', async () => {
    const mailbox = randomUUID()
    for (const subject of ['quotation-1', 'quotation-2', 'subscription-1', 'account-2'])
      await vault.keys.forWriting(subject, { at: NOW, mailbox })
    const listed = async (limit: number, until?: Date) =>
      (await subjects.ofMailbox(mailbox, limit, until)).map(({ subject }) => subject)
    expect(await listed(10)).toEqual(['subscription-1', 'account-2', 'quotation-2', 'quotation-1'])
    expect(await listed(3)).toEqual(['subscription-1', 'account-2', 'quotation-2'])
    expect([await listed(10, NOW), await listed(10, EARLIER)]).toEqual([await listed(10), []])
  })

  test('are due by kind, the oldest first and in pages of any size, but for frozen ones [PRIV-18]', async () => {
    const names = [3, 1, 2, 2].map((hour, nth) => [`visitor-p.${nth}`, hour] as const)
    for (const [subject, hour] of names) await vault.keys.forWriting(subject, { at: at(hour) })
    await vault.keys.forWriting('visitor-p.frozen', { at: at(1) })
    await subjects.freeze('visitor-p.frozen', NOW)
    await vault.keys.forWriting('quotation-due', { at: at(1) })
    const asked = { kind: 'visitor', before: at(3) } as const
    const due = await subjects.due({ ...asked, limit: 10 })
    expect(due.map(({ subject }) => subject)).toEqual(['visitor-p.1', 'visitor-p.2', 'visitor-p.3'])
    expect(await subjects.due({ ...asked, limit: 2, after: due[0] })).toEqual(due.slice(1))
  })
})
