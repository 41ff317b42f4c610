import { existsSync } from 'node:fs'
import { appendFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownSmallDisk } from '../../tests/support/processes/small-disk.ts'
import { freeBytesOf, SPACE, watchDiskSpace } from './disk-space.ts'
import { eventually } from '../../tests/support/eventually.ts'

const MIB = 2 ** 20

test('space is low below the floor, and enough again at some distance above it', async () => {
  const dataDir = await ownSmallDisk(SPACE.enoughBytes / MIB + 40)
  await writeFile(join(dataDir, 'ballast'), 'of a former version')
  const changes: string[] = []
  const space = await watchDiskSpace({
    dataDir,
    pollMs: 20,
    onChange: (isLow) => changes.push(isLow ? 'low' : 'enough'),
    onTrouble: (error) => changes.push(String(error)),
  })
  onTestFinished(space.stop)
  expect([changes, space.isLow, existsSync(join(dataDir, 'ballast'))]).toEqual([[], false, false])
  const filler = join(dataDir, 'filler')
  const leave = (bytes: number) =>
    eventually(() => expect(space.freeBytes).toBeLessThanOrEqual(bytes)).then(() => space.isLow)
  const size = (await freeBytesOf(dataDir)) - SPACE.floorBytes
  await writeFile(filler, Buffer.alloc(size - MIB, 1))
  expect(await leave(SPACE.floorBytes + MIB)).toBe(false)
  await appendFile(filler, Buffer.alloc(2 * MIB, 1))
  expect(await leave(SPACE.floorBytes - MIB)).toBe(true)
  await truncate(filler, size - MIB)
  await eventually(() => expect(space.freeBytes).toBe(SPACE.floorBytes + MIB))
  expect([changes, space.isLow]).toEqual([['low'], true])
  await truncate(filler)
  await eventually(() => expect(changes).toEqual(['low', 'enough']))
  expect(space.isLow).toBe(false)
})
