import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mailboxData, type MailboxData } from '@app/contracts/privacy/rights-calls.ts'
import { readEml } from '@app/services/platform/mail/eml.ts'
import { keptMailFolder } from '@app/services/platform/mail/mail-folder.ts'
import { eventually } from '../eventually.ts'
import { call } from './product-calls.ts'

/** A person with a mailbox, whose mails the product keeps in its data folder. */

interface By {
  readonly token?: string
  readonly key?: string
  readonly method?: 'POST' | 'PUT'
}

/** A call that must succeed. */
export async function send(url: string, body: object, { token, key, method = 'POST' }: By = {}) {
  const answer = await call(url, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'Mailbox-Key': key }),
    },
    body: JSON.stringify(body),
  })
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const mailedToken = (dataDir: string, email: string): Promise<string> =>
  eventually(async () => {
    const folder = keptMailFolder({ dataDir })
    for (const name of await readdir(folder)) {
      const { to, text } = await readEml(await readFile(join(folder, name), 'utf8'))
      const token = /\/mis-datos#([\w.-]+)/.exec(text)?.[1]
      if (to === email && token !== undefined) return token
    }
    throw new Error(`no mail with a link to ${email}`)
  })

/** Opens a mailed link in a browser of its own. */
export async function openMailbox(url: string, dataDir: string, email: string) {
  await send(`${url}/api/rights/link`, { email })
  const key = randomBytes(32).toString('base64url')
  await send(`${url}/api/rights/open`, { token: await mailedToken(dataDir, email), mailbox_key: key })
  const read = async (path: string, at = url): Promise<string> =>
    (await fetch(`${at}${path}`, { headers: { 'Mailbox-Key': key } })).text()
  return {
    /** Proves the mailbox, at any process. */
    key,
    read,
    kept: async (): Promise<MailboxData> => mailboxData.parse(JSON.parse(await read('/api/rights/mine'))),
    act: (act: string, id?: string) => send(`${url}/api/rights/mine`, { act, id }, { key }),
  }
}
