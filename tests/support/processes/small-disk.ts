import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

/**
 * A disk in memory for the calling test, removed after it.
 * @throws Error where this user may not mount one: a full disk that was not tried must not look like one that was
 */
export async function ownSmallDisk(mebibytes: number): Promise<string> {
  const path = await mkdtemp(join(await realpath(tmpdir()), `app-test-disk-${process.pid}-`))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]).catch((cause: unknown) => {
    throw new Error('a test of a full disk has to mount a small tmpfs: run it as root on Linux', { cause })
  })
  onTestFinished(async () => {
    await run('umount', ['--lazy', path])
    await rmdir(path)
  })
  return path
}
