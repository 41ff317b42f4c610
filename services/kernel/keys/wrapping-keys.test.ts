import { randomBytes } from 'node:crypto'
import { link, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWrappingFiles } from './wrapping-keys.ts'

let dir: string
const folder = () => join(dir, 'secrets')
const openFiles = () => createWrappingFiles(folder(), randomBytes)
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-wrapping-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('a wrapping key is made once by one process, and read by all, each under its number', async () => {
  expect(await openFiles().find(1)).toBeUndefined()
  const made = await Promise.all([openFiles().make(1), openFiles().make(10)])
  expect(await openFiles().make(1)).toEqual(made[0])
  expect(await openFiles().find(1)).toEqual(made[0])
  expect(made[0]).toHaveLength(32)
  expect(made[0]!.equals(made[1]!)).toBe(false)
  await writeFile(join(folder(), 'jwt'), 'another secret')
  expect(await openFiles().before(10)).toEqual([1])
  expect((await stat(folder())).mode & 0o077).toBe(0)
  expect((await stat(join(folder(), 'wrapping-1'))).mode & 0o077).toBe(0)
})

test('a destroyed key is overwritten on the disk and removed', async () => {
  const key = await openFiles().make(1)
  // A second name of the same bytes on the disk.
  const same = join(dir, 'same')
  await link(join(folder(), 'wrapping-1'), same)
  await openFiles().destroy(1)
  expect(await readdir(folder())).toEqual([])
  expect(await readFile(same, 'utf8')).not.toContain(key.toString('base64'))
  await openFiles().destroy(1)
  expect(await openFiles().find(1)).toBeUndefined()
})

test('a file that a killed process left unfinished is no key, and neither is a damaged one', async () => {
  await openFiles().make(1)
  for (const pid of [process.pid, 1]) await writeFile(join(folder(), `wrapping-2.${pid}.new`), 'half')
  expect(await openFiles().find(2)).toBeUndefined()
  expect(await openFiles().before(9)).toEqual([1])
  expect(await openFiles().make(2)).toHaveLength(32)
  expect((await readdir(folder())).toSorted()).toEqual(['wrapping-1', 'wrapping-2'])
  await writeFile(join(folder(), 'wrapping-1'), 'cut')
  await expect(openFiles().find(1)).rejects.toThrow('is no wrapping key')
})
