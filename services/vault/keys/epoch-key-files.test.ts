import { randomBytes } from 'node:crypto'
import { link, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEpochKeyFiles } from './epoch-key-files.ts'

let dir: string
const folder = () => join(dir, 'epochs')
const openFiles = () => createEpochKeyFiles(folder(), randomBytes)
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-epochs-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('the key of an epoch is made once by one process, and read by all', async () => {
  expect(await openFiles().find(1)).toBeUndefined()
  const made = await Promise.all([openFiles().make(1), openFiles().make(2)])
  expect(await openFiles().make(1)).toEqual(made[0])
  expect(await openFiles().find(1)).toEqual(made[0])
  expect(made[0]).toHaveLength(32)
  expect(made[0]!.equals(made[1]!)).toBe(false)
  expect((await readdir(folder())).sort()).toEqual(['1', '2'])
})

test('the files are readable by this user alone', async () => {
  await openFiles().make(1)
  expect((await stat(folder())).mode & 0o077).toBe(0)
  expect((await stat(join(folder(), '1'))).mode & 0o077).toBe(0)
})

test('a destroyed key is overwritten on the disk and removed', async () => {
  const key = await openFiles().make(1)
  // A second name of the same bytes on the disk.
  const seen = join(dir, 'seen')
  await link(join(folder(), '1'), seen)
  await openFiles().destroy(1)
  expect(await readdir(folder())).toEqual([])
  expect(await readFile(seen, 'utf8')).not.toContain(key.toString('base64'))
  await openFiles().destroy(1)
  expect(await openFiles().find(1)).toBeUndefined()
})

test('a file that a killed process left unfinished is no key', async () => {
  await openFiles().make(1)
  await writeFile(join(folder(), `2.${process.pid}.new`), 'half')
  expect(await openFiles().find(2)).toBeUndefined()
  expect(await openFiles().make(2)).toHaveLength(32)
})

test('a file that is no key is refused', async () => {
  await openFiles().make(1)
  await writeFile(join(folder(), '1'), 'cut')
  await expect(openFiles().find(1)).rejects.toThrow('is not the key of an epoch')
})
