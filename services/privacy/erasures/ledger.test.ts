import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createErasureLedger, type ErasedKey } from './shred.ts'

const erased = (subject: string): ErasedKey => ({
  at: '2026-11-20T12:00:00.000Z',
  subject,
  keyId: `key of ${subject}`,
})

test('recorded erasures of many processes are read in order, and a line that a crash cut spoils no other', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'app-ledger-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const path = join(dir, 'secrets', 'erasures')
  const open = () => createErasureLedger(path)
  expect(await open().read()).toEqual([])
  await open().record([erased('one'), erased('two')])
  await open().record([])
  await appendFile(path, (await readFile(path, 'utf8')).trim().slice(0, 20))
  await open().record([erased('three')])
  expect(await open().read()).toEqual([erased('one'), erased('two'), erased('three')])
  expect((await stat(path)).mode & 0o077).toBe(0)
  const subjects = Array.from({ length: 20 }, (_, nth) => `subject ${nth}`)
  await Promise.all(subjects.map((subject) => open().record([erased(subject)])))
  const read = (await open().read()).slice(3)
  expect(read.map(({ subject }) => subject).sort()).toEqual([...subjects].sort())
})
