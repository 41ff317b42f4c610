import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownSmallDisk } from '../../../tests/support/processes/small-disk.ts'
import { createWrappingFiles } from './wrapping-files.ts'

test('a key that a full disk could not store leaves nothing, and is made once there is space', async () => {
  const disk = await ownSmallDisk(1)
  const folder = join(disk, 'secrets')
  await mkdir(folder)
  const filling = join(disk, 'filling')
  await writeFile(filling, Buffer.alloc(2 * 1024 * 1024)).catch(() => undefined)
  const files = createWrappingFiles(folder, randomBytes)
  await expect(files.make(1)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await readdir(folder)).toEqual([])
  await rm(filling)
  expect(await files.make(1)).toHaveLength(32)
})
