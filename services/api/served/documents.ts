import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readyPage, type ReadyPage } from '../http/compression/send-page.ts'
import { styleHash } from '../http/security-headers.ts'

const PLACEHOLDER = '__PUBLIC_URL__'

/** A document of the build by its file's name; callers request only existing names. */
export type Documents = (name: string) => Promise<ReadyPage>

/** The build does not know the installation's address: it is inserted at the first request of a document. */
export function createDocuments(folder: string, publicUrl: string): Documents {
  const ready = new Map<string, ReadyPage>()
  return async (name) => {
    const found = ready.get(name)
    if (found !== undefined) return found
    const html = (await readFile(join(folder, name), 'utf8')).replaceAll(PLACEHOLDER, () => publicUrl)
    const page = readyPage({ html, styleHashes: hashesOfStyles(html) })
    ready.set(name, page)
    return page
  }
}

const hashesOfStyles = (html: string): readonly string[] =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => styleHash(css))
