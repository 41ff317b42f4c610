import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createErasureLedger, type ErasedKey } from './ledger.ts'

let dir: string
const path = () => join(dir, 'secrets', 'erasures')
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-ledger-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const erased = (subject: string): ErasedKey => ({
  at: '2026-11-20T12:00:00.000Z',
  subject,
  keyId: `key of ${subject}`,
})

test('recorded erasures are read by the next process, in order', async () => {
  expect(await createErasureLedger(path()).read()).toEqual([])
  await createErasureLedger(path()).record([erased('one'), erased('two')])
  await createErasureLedger(path()).record([erased('three')])
  await createErasureLedger(path()).record([])
  expect(await createErasureLedger(path()).read()).toEqual([erased('one'), erased('two'), erased('three')])
  expect((await stat(path())).mode & 0o077).toBe(0)
})

test('a line that a crash has cut short spoils no other line', async () => {
  const ledger = createErasureLedger(path())
  await ledger.record([erased('one')])
  const whole = await readFile(path(), 'utf8')
  await appendFile(path(), whole.trim().slice(0, 20))
  await ledger.record([erased('two')])
  expect(await ledger.read()).toEqual([erased('one'), erased('two')])
})

test('concurrent writers all keep their lines', async () => {
  const subjects = Array.from({ length: 20 }, (_, nth) => `subject ${nth}`)
  await Promise.all(subjects.map((subject) => createErasureLedger(path()).record([erased(subject)])))
  const read = await createErasureLedger(path()).read()
  expect(read.map(({ subject }) => subject).sort()).toEqual([...subjects].sort())
})
