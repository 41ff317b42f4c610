import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownSmallDisk } from '../../tests/support/processes/small-disk.ts'
import { freeBytesOf, watchDiskSpace, type DiskSpace } from './disk-space.ts'
import { longTest } from '../../tests/support/longer-runs.ts'
import { SPACE } from './space-policy.ts'
import { eventually } from '../../tests/support/eventually.ts'

const MIB = 2 ** 20
const DISK_MIB = SPACE.plentyBytes / MIB + 20

interface Watched {
  readonly dataDir: string
  readonly space: DiskSpace
  readonly changes: unknown[]
  isServerDown: boolean
}

async function watchSmallDisk(pollMs = 20): Promise<Watched> {
  const dataDir = await ownSmallDisk(DISK_MIB)
  const changes: unknown[] = []
  const watched = { dataDir, changes, isServerDown: false }
  const space = await watchDiskSpace({
    dataDir,
    pollMs,
    isServerDown: () => watched.isServerDown,
    onChange: (isLow) => changes.push(isLow ? 'low' : 'enough'),
    onBallast: (change) => changes.push(change),
    onTrouble: (error) => changes.push(error),
  })
  onTestFinished(space.stop)
  return Object.assign(watched, { space })
}

const ballastOf = ({ dataDir }: Watched) => stat(join(dataDir, 'ballast'))

longTest('the ballast is allocated on disk, released for a server that is down, and made again', async () => {
  const watched = await watchSmallDisk()
  const { dataDir, changes } = watched
  await eventually(() => expect(changes).toEqual(['made']))
  const { size, blocks } = await ballastOf(watched)
  expect([size, blocks * 512]).toEqual([SPACE.ballastBytes, SPACE.ballastBytes])

  const filler = join(dataDir, 'filler')
  await writeFile(filler, Buffer.alloc((await freeBytesOf(dataDir)) - MIB, 1))
  await eventually(() => expect(changes).toEqual(['made', 'low']))
  expect(watched.space.isLow).toBe(true)
  await expect(ballastOf(watched)).resolves.toMatchObject({ size: SPACE.ballastBytes })

  watched.isServerDown = true
  await eventually(() => expect(changes).toEqual(['made', 'low', 'given-back']))
  expect(await freeBytesOf(dataDir)).toBeGreaterThanOrEqual(SPACE.ballastBytes)
  expect(watched.space.isLow).toBe(true)

  await writeFile(filler, '')
  await eventually(() => expect(changes).toEqual(['made', 'low', 'given-back', 'enough', 'made']))
  expect(watched.space.isLow).toBe(false)
})

test('a start does not wait for the ballast to be made', async () => {
  const { changes } = await watchSmallDisk(60_000)
  expect(changes).toEqual([])
})
