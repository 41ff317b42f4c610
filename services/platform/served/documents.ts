import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readyPage, type ReadyPage } from '../http/send.ts'
import { styleHash } from '../http/security-headers.ts'

/** In place of `__TITLE__` and `__FRAME__`: callers take them from a list. */
export interface DocumentTexts {
  readonly title: string
  readonly frame?: 'account'
}

/** A document of the build by its file's name; callers request only existing names. */
export type Documents = (name: string, texts?: DocumentTexts) => Promise<ReadyPage>

/** The build does not know the installation's address: it is inserted at the first request of a document. */
export function createDocuments(folder: string, publicUrl: string): Documents {
  const ready = new Map<string, ReadyPage>()
  return async (name, { title, frame = '' } = { title: '' }) => {
    const key = [name, title, frame].join()
    const found = ready.get(key)
    if (found !== undefined) return found
    const html = (await readFile(join(folder, name), 'utf8'))
      .replaceAll('__PUBLIC_URL__', () => publicUrl)
      .replaceAll('__TITLE__', title)
      .replaceAll('__FRAME__', frame)
    const page = readyPage({ html, styleHashes: hashesOfStyles(html) })
    ready.set(key, page)
    return page
  }
}

const hashesOfStyles = (html: string): readonly string[] =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => styleHash(css))
