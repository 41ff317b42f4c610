import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownSmallDisk } from '../../../tests/support/processes/small-disk.ts'
import { createMailer } from './mail-folder.ts'

test('mails that do not fit on a full disk leave no file, and are stored once space is available', async () => {
  const disk = await ownSmallDisk(1)
  const folder = join(disk, 'mail')
  const mailer = createMailer({ folder, from: 'hola@tarjeta.example' })
  let tries = 0
  const deliver = () => {
    const mail = { to: 'ana@empresa.example', subject: 'Hola', text: 'a'.repeat(50_000), html: '' }
    const written = { mail, id: 'id-1', date: new Date(Date.UTC(2026, 2, 2) + (tries += 1)) }
    return mailer.deliver(written, new AbortController().signal)
  }
  expect(await deliver()).toEqual({ kind: 'sent' })
  const filling = join(disk, 'filling')
  await writeFile(filling, Buffer.alloc(2 * 1024 * 1024)).catch(() => undefined)
  for (let nth = 0; nth < 3; nth += 1) expect(await deliver()).toEqual({ kind: 'failed', reason: 'ENOSPC' })
  expect(await readdir(folder)).toHaveLength(1)
  await rm(filling)
  expect(await deliver()).toEqual({ kind: 'sent' })
  expect(await readdir(folder)).toHaveLength(2)
})
