import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@app/services/platform/observability/process-facts.ts'

const PREFIX = 'app-stand-in-'

let swept: Promise<void> | undefined

/** A temporary folder of this process. Removes the folders of killed processes first. */
export async function ownFolder(): Promise<string> {
  swept ??= sweep()
  await swept
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
}

async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isNaN(owner) || isAlive(owner)) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined) // another user's
  }
}
