import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { codeOf } from '@app/contracts/start-error.ts'

/** Durable, and readable by this user only. */
export async function writeAtomically(dir: string, path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path)
  await syncFolder(dir)
}

/** @returns its text, which is another one where another process was faster */
export async function createAtomically(dir: string, path: string, text: string): Promise<string> {
  const draft = await writeDraft(path, text)
  try {
    await link(draft, path)
    await syncFolder(dir)
    return text
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return (await readFile(path, 'utf8')).trim()
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  // A name of its own: in containers with one folder, processes have the same number.
  const draft = `${path}.${randomUUID()}.new`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } catch (error) {
    // An incomplete draft is useless and may contain personal data.
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return draft
}

/** Makes the rename durable. Some systems cannot open a folder. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
