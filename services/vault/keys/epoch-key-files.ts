import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_BYTES, type RandomBytes } from './sealing.ts'
import type { EpochKeys } from './wrapping-keys.ts'

export function createEpochKeyFiles(folder: string, random: RandomBytes): EpochKeys {
  const pathOf = (epoch: number): string => join(folder, String(epoch))

  async function find(epoch: number): Promise<Buffer | undefined> {
    const text = await readFile(pathOf(epoch), 'utf8').catch(unlessMissing)
    if (text === undefined) return undefined
    const key = Buffer.from(text.trim(), 'base64')
    if (key.length !== KEY_BYTES) throw new Error(`${pathOf(epoch)} is not the key of an epoch`)
    return key
  }

  return {
    find,
    make: async (epoch) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${pathOf(epoch)}.${process.pid}.new`
      await rm(draft, { force: true })
      try {
        await write(draft, 'wx', `${random(KEY_BYTES).toString('base64')}\n`)
        // `link` publishes a whole file, and never overwrites one.
        await link(draft, pathOf(epoch)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        })
      } finally {
        await rm(draft, { force: true })
      }
      await syncFolder(folder)
      return (await find(epoch))!
    },
    destroy: async (epoch) => {
      const noise = `${random(KEY_BYTES).toString('base64')}\n`
      await write(pathOf(epoch), 'r+', noise).catch(unlessMissing)
      await rm(pathOf(epoch), { force: true })
      await syncFolder(folder)
    },
  }
}

async function write(path: string, flags: 'wx' | 'r+', text: string): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes names durable. Some systems cannot open a folder: there it does nothing. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => undefined)
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
