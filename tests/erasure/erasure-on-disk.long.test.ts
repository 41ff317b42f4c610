import { eventually } from '../support/eventually.ts'
import { randomUUID } from 'node:crypto'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { write } from '../support/api/test-log.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { visitorIn, visitorSubject } from '@app/contracts/taps.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { createMailer, keptMailFolder } from '@app/services/platform/mail/mail-folder.ts'
import { withBackend } from '@app/services/ops/ops-session.ts'
import { readSettings } from '@app/services/platform/settings/settings.ts'
import { createSubscriptionIds } from '@app/services/kernel/keys/keyed-ids.ts'
import { noise } from '@app/services/media/testing/sample-pictures.ts'
import { pictureKeyPlace } from '@app/services/media/stored-images.ts'
import { subjectKeyPlace } from '@app/services/kernel/keys/subject-keys.ts'
import { expect, test } from 'vitest'
import {
  formsOfBytes,
  formsOfWord,
  type SoughtForm,
  checkpoint,
  keysThatOpen,
  textOfLog,
  filesBelow,
  leftIn,
} from './product-files.ts'
import { LOG_PLACES, ownLogPlace } from '../support/log-places.ts'
import { call, login } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'
import type { ProgramOptions } from '../support/processes/program.ts'
import { runOps } from '../support/processes/run-ops.ts'
import { A_QUOTATION } from '../support/api/test-client.ts'

/** Searches erased people's data in the product's files, and in an older copy of its database. */

const EMAIL = 'zoraida.quinimil@correo.example'
const PASSWORD = 'Telar-2026-azul'
/** Derived from the name. */
const SLUG = 'zoraida-quinimil'
const ACCOUNT = { name: 'Zoraida Quiñimil', email: EMAIL, password: PASSWORD }
const DETAILS = {
  lastname: 'Quiñimil Catrileo',
  bio: 'Tejo mantas en Curarrehue',
  company: 'Hilandería Trafkintu SpA',
  position: 'Maestra tejedora',
  phone: '+56 9 1234 8765',
}
/** A visitor of her profile, and one of the demo's, who is erased alone. */
const [VISITOR, STRANGER] = ['Wenceslao Huenchumilla', 'Eusebio Ñanculef']
const [PHONE, OTHER_PHONE] = ['+56 9 8765 4321', '+56 9 2468 1357']
const QUOTATION = {
  company: 'Panadería Lonquimay Ltda',
  contact_person: 'Rosalba Curiñanco',
  email: 'rosalba@correo.example',
  phone: '+56 9 1357 2468',
  estimated_cards: A_QUOTATION.estimated_cards,
  comments: 'Para la feria de Villarrica',
}
/** A subscriber of her profile, and one of the demo's, who is erased alone. */
const [SUBSCRIBER, OTHER_SUBSCRIBER] = ['amiga.lientur@correo.example', 'ermelinda@telares.example']
const WORDS = [
  SUBSCRIBER,
  OTHER_SUBSCRIBER,
  EMAIL,
  SLUG,
  ACCOUNT.name,
  'Zoraida',
  'Rosalba',
  PASSWORD,
  ...Object.values(DETAILS),
  'Quiñimil',
  VISITOR,
  STRANGER,
  'Huenchumilla',
  PHONE,
  OTHER_PHONE,
  '56987654321',
  '56924681357',
  '56912348765',
  ...Object.values(QUOTATION).filter((word) => word !== QUOTATION.estimated_cards),
]
/** Short pieces of a picture at many offsets, because PostgreSQL cuts it into chunks. */
const [PIECE_BYTES, PIECE_EVERY_BYTES] = [24, 700]

const soughtWords: readonly SoughtForm[] = WORDS.flatMap((name) =>
  formsOfWord(name).map((form) => ({ name, form })),
)
const soughtBytes = (name: string, bytes: Buffer): readonly SoughtForm[] =>
  formsOfBytes(bytes).map((form) => ({ name, form }))

function soughtPieces(picture: Buffer): readonly SoughtForm[] {
  const count = Math.floor((picture.length - PIECE_BYTES) / PIECE_EVERY_BYTES)
  return Array.from({ length: count }, (_, nth) => nth * PIECE_EVERY_BYTES).flatMap((at) =>
    soughtBytes(`byte ${at} of the picture`, picture.subarray(at, at + PIECE_BYTES)),
  )
}

async function post(url: string, body: object, token = '', method = 'POST') {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const answer = await call(url, { method, headers, body: JSON.stringify(body) })
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const identify = async (url: string, profileId: string, full_name: string, phone: string) => {
  const visitor_id = randomUUID()
  await post(`${url}/api/public/identify/${profileId}`, {
    full_name,
    phone,
    description: 'Feria',
    visitor_id,
  })
  return visitorSubject(profileId, visitor_id)
}

async function uploadFace(url: string, profileId: string, token: string) {
  const body = new FormData()
  const file = await noise(400, 400).png().toBuffer()
  body.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'cara.png')
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/upload/profile-image/${profileId}`, {
    method: 'POST',
    headers,
    body,
  })
  const { ref } = (await answer.json()) as { ref: string }
  const picture = await fetch(`${url}/api/files/${ref}`)
  expect([answer.status, picture.status]).toEqual([200, 200])
  return { ref, picture: Buffer.from(await picture.arrayBuffer()) }
}

/**
 * Writes a person's profile with texts and a picture, an identified visitor of it and a mail to the person; an
 * identified visitor of another profile; and a quotation.
 */
async function writePeople(url: string, code: string) {
  const registered = await post(`${url}/api/auth/register`, ACCOUNT)
  const activated = await post(`${url}/api/auth/activate`, { code }, String(registered.access_token))
  const token = String(activated.access_token)
  const profile = await eventually(async () => {
    const answer = await fetch(`${url}/api/profiles/me`, { headers: { Authorization: `Bearer ${token}` } })
    const [own] = (await answer.json()) as readonly { id: string; slug: string }[]
    expect(own).toBeDefined()
    return own!
  })
  await post(`${url}/api/profile/${profile.id}`, DETAILS, token, 'PUT')
  const { ref, picture } = await uploadFace(url, profile.id, token)
  const visitor = await identify(url, profile.id, VISITOR, PHONE)
  const demo = await call(`${url}/api/public/profile/demo`)
  const stranger = await identify(url, String(demo.body.id), STRANGER, OTHER_PHONE)
  const quotation = await post(`${url}/api/quotations`, QUOTATION)
  await post(`${url}/api/auth/forgot-password`, { email: EMAIL })
  const { id } = activated.user as { id: string }
  const page = async () => String((await call(`${url}/pages/${profile.slug}`)).body.text)
  await expect.poll(page).toContain(DETAILS.bio)
  const subjects = [accountStream(id), profileStream(profile.id), visitor, stranger]
  const names = [...subjects, quotationStream(String(quotation.id))].map((name) => ({
    name,
    place: subjectKeyPlace(name),
  }))
  return {
    picture,
    profileId: profile.id,
    demoId: String(demo.body.id),
    strangerId: visitorIn(stranger).visitorId,
    names: [...names, { name: ref, place: pictureKeyPlace(ref) }],
  }
}

/** Two people subscribe to reminders, and each gets a mail. @returns the streams of their subscriptions */
async function subscribe(options: ProgramOptions, profileId: string, demoId: string) {
  const settings = readSettings({ DATA_DIR: options.dataDir, ...options.env })
  const signal = new AbortController().signal
  const terminal = { say: () => undefined, print: () => undefined, signal }
  const mailer = createMailer({ smtpUrl: undefined, folder: keptMailFolder(settings), from: EMAIL })
  return withBackend(settings, terminal, async ({ store, idKeys, now, newId }) => {
    const streams: string[] = []
    for (const [of, email] of [
      [profileId, SUBSCRIBER],
      [demoId, OTHER_SUBSCRIBER],
    ] as const) {
      const stream = subscriptionStream(createSubscriptionIds(idKeys).subscription(of, email))
      const data = { profileId: of, email, consent: 'v1' }
      await write(store, now(), stream, [{ type: 'ReminderSubscribed', data }])
      const mail = { to: email, subject: 'Recordatorio', text: 'Hola', html: '<p>Hola</p>' }
      await mailer.deliver({ mail, id: newId(), date: now() }, signal)
      streams.push(stream)
    }
    return streams
  })
}

/** All that an administrator reads of the history, by searches and by each line's detail. */
async function readHistory(url: string, password: string): Promise<Buffer> {
  const { access_token: token } = (await (await login(url, password)).json()) as { access_token: string }
  const read = async (path: string): Promise<string> => {
    const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.text()
  }
  const texts = [await read('/api/admin/history?limit=100')]
  for (const { position } of JSON.parse(texts[0]!) as readonly { readonly position: string }[])
    texts.push(await read(`/api/admin/history/${position}`))
  for (const word of [ACCOUNT.name, EMAIL, SLUG, DETAILS.lastname])
    for (const field of ['person', 'entity'])
      texts.push(await read(`/api/admin/history?${field}=${encodeURIComponent(word)}`))
  texts.push(await read('/api/admin/history.csv'))
  return Buffer.from(texts.join('\n'))
}

test.each(LOG_PLACES)('no data of erased people is readable, with the log in %s [PRIV-2]', async (kind) => {
  const { env, ...place } = await ownLogPlace(kind)
  const [dataDir, copy] = [await ownDataFolder(), await ownDataFolder()]
  const product = await startProductProcess({ dataDir, env })
  const [code] = (await runOps({ dataDir, env }, 'codes', 'issue')).match(/^\S+$/m)!
  const { picture, profileId, demoId, strangerId, ...told } = await writePeople(product.url, code)
  await expect.poll(() => readdir(join(dataDir, 'mail')).catch(() => [])).toHaveLength(3)
  const subscribed = await subscribe({ dataDir, env }, profileId, demoId)
  const names = [...told.names, ...subscribed.map((name) => ({ name, place: subjectKeyPlace(name) }))]
  const history = await readHistory(product.url, product.adminPassword!)
  const words = new Set(leftIn([{ path: 'the history', bytes: history }], soughtWords))
  expect([...words].map((found) => found.split(' in ')[0])).toEqual(
    expect.arrayContaining([ACCOUNT.name, DETAILS.bio, SUBSCRIBER, QUOTATION.comments]),
  )
  await checkpoint(dataDir)
  await cp(join(dataDir, 'postgres'), join(copy, 'postgres'), { recursive: true })

  // The search works: it finds the mails, and each key that an existing key opens.
  const before = leftIn(await filesBelow(dataDir), soughtWords)
  expect(new Set(before.map((found) => found.split(' in ')[0]))).toEqual(
    new Set([EMAIL, 'Zoraida', QUOTATION.email, 'Rosalba', SUBSCRIBER, OTHER_SUBSCRIBER]),
  )
  const keys = await keysThatOpen(dataDir, [copy], names)
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(names.length)

  for (const email of [EMAIL, OTHER_SUBSCRIBER, QUOTATION.email])
    expect(await runOps({ dataDir, env }, 'erase', email, '--yes')).toContain('Se borró.')
  expect(await readdir(join(dataDir, 'mail'))).toEqual([])
  const own = { method: 'DELETE', headers: { 'Visitor-Id': strangerId } }
  expect((await call(`${product.url}/api/public/my-data/${demoId}`, own)).status).toBe(200)
  // Until keys are wrapped anew, an older copy and the current keys suffice.
  expect((await keysThatOpen(dataDir, [copy], names)).length).toBeGreaterThanOrEqual(names.length)
  expect(await runOps({ dataDir, env }, 'rotate-key')).toContain('secrets/wrapping-2')
  await checkpoint(dataDir)

  const sought = [
    ...soughtWords,
    ...soughtPieces(picture),
    ...keys.flatMap((key, nth) => soughtBytes(`key ${nth}`, key)),
  ]
  const said = Buffer.from(`${product.output()}${product.errors()}`)
  expect(
    leftIn(
      [
        ...(await filesBelow(dataDir, copy)),
        { path: 'the log', bytes: await textOfLog(place, dataDir) },
        { path: 'output of the product', bytes: said },
        { path: 'the history', bytes: await readHistory(product.url, product.adminPassword!) },
      ],
      sought,
    ),
  ).toEqual([])
  expect(leftIn([{ path: 'the picture', bytes: picture }], soughtPieces(picture))).not.toEqual([])
  expect(await keysThatOpen(dataDir, [dataDir, copy], names)).toEqual([])

  // Nobody else is affected, even after the next start.
  expect(String((await call(`${product.url}/pages/demo`)).body.text)).toContain('Antonia Rivas Soto')
  await product.stop()
  const again = await startProductProcess({ dataDir, env })
  expect(String((await call(`${again.url}/pages/demo`)).body.text)).toContain('Antonia Rivas Soto')
  expect(await again.stop()).toBe(0)
})
