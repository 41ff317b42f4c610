import { appendFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownSmallDisk } from '../../../tests/support/processes/small-disk.ts'
import { freeBytesOf, watchDiskSpace } from './disk-space.ts'
import { createLog } from '../../platform/observability/log.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const MIB = 2 ** 20
const FLOOR = 128 * MIB
const ENOUGH = 144 * MIB

test('space is low below the floor, and enough again at some distance above it', async () => {
  const dataDir = await ownSmallDisk(ENOUGH / MIB + 40)
  const changes: string[] = []
  const space = await watchDiskSpace({
    dataDir,
    say: (line) => changes.push(line.split(' ')[0]!),
    log: createLog('silent'),
  })
  onTestFinished(space.stop)
  expect([changes, space.isLow]).toEqual([[], false])
  const filler = join(dataDir, 'filler')
  const leave = (bytes: number) =>
    eventually(() => expect(space.freeBytes).toBeLessThanOrEqual(bytes)).then(() => space.isLow)
  const size = (await freeBytesOf(dataDir)) - FLOOR
  await writeFile(filler, Buffer.alloc(size - MIB, 1))
  expect(await leave(FLOOR + MIB)).toBe(false)
  await appendFile(filler, Buffer.alloc(2 * MIB, 1))
  expect(await leave(FLOOR - MIB)).toBe(true)
  await truncate(filler, size - MIB)
  await eventually(() => expect(space.freeBytes).toBe(FLOOR + MIB))
  expect([changes, space.isLow]).toEqual([['Quedan'], true])
  await truncate(filler)
  await eventually(() => expect(changes).toEqual(['Quedan', 'Hay']))
  expect(space.isLow).toBe(false)
})
