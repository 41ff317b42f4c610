import { setTimeout as pause } from 'node:timers/promises'
import type { ImageKind } from '@app/contracts/events/profile-events.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { plain } from '@app/images/testing/sample-pictures.ts'
import { PHONE } from './processes/product-calls.ts'
import { eventually } from './eventually.ts'
import { WAIT_MS_MAX } from './wait-limit.ts'

/** People who register, activate and fill their profiles while the product is killed, and the answers that each got. */

export interface Person {
  readonly id: string
  readonly name: string
  /** As they type it: some have the same mailbox in another spelling. */
  readonly email: string
  readonly password: string
  /** Others have it too. */
  readonly code: string
  /** Repeats calls until there is an answer; otherwise leaves for ever at the first call without one. */
  readonly isPatient: boolean
}

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** A call under an Idempotency-Key: the same however often it is made. */
export interface KeyedCall {
  readonly what: 'register' | 'activate' | 'create'
  readonly path: string
  readonly key: string
  readonly body?: object
  readonly token?: string
  /** The first one; every other must be the same. */
  answer?: Answer
}

/** What was last acknowledged, and whether something was sent since of which nothing is known. */
interface Known<Value> {
  value: Value
  isCertain: boolean
}

export interface Diary {
  readonly person: Person
  readonly calls: KeyedCall[]
  token?: string
  accountId?: string
  /** By profile and text: the text is in its bio. */
  readonly texts: Map<string, Known<string>>
  /** By profile and kind; null for a removed one. */
  readonly pictures: Map<string, Known<string | null>>
  /** Pictures and texts that were sent: each is one event at most, however often it was sent. */
  uploads: number
  edits: number
}

export interface Town {
  /** Changes with every start of the product. */
  readonly url: () => string
  readonly random: () => number
  readonly signal: AbortSignal
  readonly diaries: Diary[]
  /** Whoever had made such a call by then, and has no answer, goes away, and nobody else; undefined: as they are. */
  leaving: { readonly paths: readonly string[]; readonly beforeMs: number } | undefined
  /** Answers that nobody should get. */
  readonly surprises: string[]
  requests: number
}

export const emptyTown = (world: Pick<Town, 'url' | 'random' | 'signal'>): Town => ({
  ...world,
  diaries: [],
  leaving: undefined,
  surprises: [],
  requests: 0,
})

export interface Crowd {
  readonly seed: number
  readonly codes: readonly string[]
  readonly random: () => number
}

/** Two of them make the same slug, one is too short for one, one is a word that nobody gets. */
const NAMES = ['María José Ñancupil', 'Maria Jose Nancupil', 'Ed', 'Admin']
const SEEKERS_A_CODE = 3
const IMPATIENT_PART = 0.35

/** Three people a code; with every second code somebody else at the mailbox of one of them. */
export function peopleOf({ seed, codes, random }: Crowd): readonly Person[] {
  const personOf = (id: string, code: string, email: string, isPatient: boolean): Person => ({
    id,
    name: NAMES[Math.floor(random() * NAMES.length)]!,
    email,
    password: `Clave-1-${derivedId(`${seed} ${id}`)}`,
    code,
    isPatient,
  })
  return codes.flatMap((code, place) => {
    const seekers = Array.from({ length: SEEKERS_A_CODE }, (_none, n) =>
      personOf(
        `${place}.${n}`,
        code,
        `persona-${place}-${n}@tests.example`,
        n === 0 || random() >= IMPATIENT_PART,
      ),
    )
    const email = `  PERSONA-${place}-1@Tests.Example`
    return place % 2 === 0 ? [...seekers, personOf(`${place}.rival`, code, email, true)] : seekers
  })
}

/** Some at a time come and do all that they came for. */
export async function liveAll(people: readonly Person[], town: Town, atOnce: number): Promise<void> {
  const queue = [...people]
  const live = async (): Promise<void> => {
    for (let person = queue.shift(); person !== undefined; person = queue.shift()) {
      town.signal.throwIfAborted()
      const diary: Diary = { person, calls: [], texts: new Map(), pictures: new Map(), uploads: 0, edits: 0 }
      town.diaries.push(diary)
      await visit(diary, town).catch((error: unknown) => {
        if (!(error instanceof GoneAway)) town.surprises.push(`${person.id}: ${String(error)}`)
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, live))
}

class GoneAway extends Error {}

const CREATIONS = 4

async function visit(diary: Diary, town: Town): Promise<void> {
  const { person } = diary
  const { name, email, password, code } = person
  const registered = await twice(diary, town, {
    what: 'register',
    path: '/api/auth/register',
    body: { name, email, password },
  })
  if (registered.status !== 200) return
  const activated = await twice(diary, town, { what: 'activate', path: '/api/auth/activate', body: { code } })
  if (activated.status !== 200) return
  const work = [
    ...Array.from({ length: CREATIONS }, async () => {
      await twice(diary, town, { what: 'create', path: '/api/profiles/create' })
    }),
    fillFirst(diary, town),
  ]
  const ends = await Promise.allSettled(work)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

type Asked = Omit<KeyedCall, 'key' | 'token' | 'answer'>

/** Under a key of its own; some of the patient press the button twice at once, or once more. */
async function twice(diary: Diary, town: Town, asked: Asked): Promise<Answer> {
  const { person, token, calls } = diary
  const key = derivedId(`${person.password} ${asked.what} ${calls.length}`)
  const keyed: KeyedCall = { ...asked, key, ...(token === undefined ? {} : { token }) }
  calls.push(keyed)
  if (!person.isPatient || town.random() < 0.5) return answered(diary, town, keyed)
  const [first] = await Promise.all([answered(diary, town, keyed), answered(diary, town, keyed)])
  return first
}

const EXPECTED_REFUSALS = {
  register: 'email-taken',
  activate: 'invalid-code',
  create: 'profile-limit',
} as const

async function answered(diary: Diary, town: Town, keyed: KeyedCall): Promise<Answer> {
  const { status, body } = await ask(diary, town, { path: keyed.path, ...requestOf(keyed) })
  const answer = { status, body }
  if (status !== 200 && body.code !== EXPECTED_REFUSALS[keyed.what])
    town.surprises.push(`${diary.person.id} ${keyed.what}: ${shown(answer)}`)
  if (keyed.what === 'register' && status === 200) {
    diary.token = body.access_token as string
    diary.accountId = (body.user as { readonly id: string }).id
  }
  if (keyed.answer === undefined) keyed.answer = answer
  else if (!sameAnswer(keyed.answer, answer))
    town.surprises.push(`${diary.person.id} ${keyed.what}: ${shown(keyed.answer)}, then ${shown(answer)}`)
  return answer
}

export const requestOf = ({ key, body, token }: KeyedCall) => ({
  method: 'POST',
  headers: {
    'Idempotency-Key': key,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

const shown = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body).slice(0, 300)}`
export const sameAnswer = (one: Answer, other: Answer): boolean =>
  one.status === other.status && JSON.stringify(one.body) === JSON.stringify(other.body)

/** Edits in two windows at once, and pictures. */
async function fillFirst(diary: Diary, town: Town): Promise<void> {
  const profileId = await firstProfile(diary, town)
  const ends = await Promise.allSettled([
    write(diary, town, { profileId, window: 'a' }),
    write(diary, town, { profileId, window: 'b' }),
    hangPictures(diary, town, profileId),
  ])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** A list is a view: after an answer that is given again it may be a moment behind. */
async function firstProfile(diary: Diary, town: Town): Promise<string> {
  const listed = async (): Promise<string> => {
    const { body } = await ask(diary, town, { path: '/api/profiles/me' })
    const [first] = body as unknown as { readonly id: string }[]
    if (first === undefined) throw new Error('it is not listed')
    return first.id
  }
  return eventually(listed, { what: `the first profile of ${diary.person.id}`, everyMs: 50 })
}

interface Window {
  readonly profileId: string
  readonly window: 'a' | 'b'
}

const EDITS = 2
const EDIT_ATTEMPTS_MAX = 50

async function write(diary: Diary, town: Town, { profileId, window }: Window): Promise<void> {
  for (let n = 1; n <= EDITS; n += 1) {
    const words = `[${window}${n}]`
    const place = `${profileId} ${words}`
    diary.texts.set(place, { value: words, isCertain: false })
    diary.edits += 1
    await addWords(diary, town, { profileId, words })
    diary.texts.set(place, { value: words, isCertain: true })
  }
}

/** To what is there at the moment: where somebody else was quicker, theirs is read first, and stays. */
async function addWords(
  diary: Diary,
  town: Town,
  { profileId, words }: { readonly profileId: string; readonly words: string },
): Promise<void> {
  const path = `/api/profile/${profileId}`
  for (let attempt = 1; attempt <= EDIT_ATTEMPTS_MAX; attempt += 1) {
    const found = await ask(diary, town, { path })
    if (found.status !== 200) throw new Error(`${path}: ${shown(found)}`)
    const bio = found.body.bio as string
    if (bio.includes(words)) return // by an attempt whose answer was lost
    const answer = await ask(diary, town, {
      path,
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': found.headers.get('etag') ?? '' },
      body: JSON.stringify({ bio: `${bio}${words}` }),
    })
    if (answer.status === 200) return
    if (answer.body.code !== 'conflict') town.surprises.push(`PUT ${path}: ${shown(answer)}`)
  }
  throw new Error(`${path}: somebody else was quicker ${EDIT_ATTEMPTS_MAX} times`)
}

/** So few that people have the same ones. */
const COLOURS = ['#101010', '#2040a0', '#a02040', '#20a040', '#a0a020', '#20a0a0']
const made = new Map<string, Promise<Buffer>>()
function pictureOf(colour: string): Promise<Buffer> {
  const picture = made.get(colour) ?? plain(colour)
  made.set(colour, picture)
  return picture
}

/** One, another in its place, and a removal. */
async function hangPictures(diary: Diary, town: Town, profileId: string): Promise<void> {
  const first = Math.floor(town.random() * COLOURS.length)
  const next = (first + 1 + Math.floor(town.random() * (COLOURS.length - 1))) % COLOURS.length
  await hang(diary, town, { profileId, kind: 'profile-image', colour: COLOURS[first]! })
  await hang(diary, town, { profileId, kind: 'company-logo', colour: COLOURS[next]! })
  await hang(diary, town, { profileId, kind: 'profile-image', colour: COLOURS[next]! })
  if (town.random() < 0.5) return
  await changePicture(diary, { profileId, kind: 'company-logo' }, async () => {
    const path = `/api/upload/company-logo/${profileId}`
    const taken = await ask(diary, town, { path, method: 'DELETE' })
    if (taken.status !== 200) town.surprises.push(`DELETE ${path}: ${shown(taken)}`)
    return null
  })
}

interface Place {
  readonly profileId: string
  readonly kind: ImageKind
}

async function hang(
  diary: Diary,
  town: Town,
  { profileId, kind, colour }: Place & { readonly colour: string },
): Promise<void> {
  const picture = new Uint8Array(await pictureOf(colour))
  await changePicture(diary, { profileId, kind }, async () => {
    const path = `/api/upload/${kind}/${profileId}`
    const form = (): FormData => {
      const body = new FormData()
      body.append('file', new Blob([picture], { type: 'image/png' }), 'foto.png')
      return body
    }
    diary.uploads += 1
    const answer = await ask(diary, town, { path, method: 'POST', form })
    if (answer.status !== 200) throw new Error(`${path}: ${shown(answer)}`)
    return answer.body.ref as string
  })
}

async function changePicture(
  diary: Diary,
  { profileId, kind }: Place,
  change: () => Promise<string | null>,
): Promise<void> {
  const place = `${profileId} ${kind}`
  diary.pictures.set(place, { value: diary.pictures.get(place)?.value ?? null, isCertain: false })
  diary.pictures.set(place, { value: await change(), isCertain: true })
}

interface Request extends Omit<RequestInit, 'headers'> {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Made anew for each attempt. */
  readonly form?: () => FormData
}

interface Heard extends Answer {
  readonly headers: Headers
}

const ANSWER_MS_MAX = 20_000
const PAUSE_MS = 50

/** Repeats a call until there is a definite answer. @throws GoneAway */
async function ask(diary: Diary, town: Town, request: Request): Promise<Heard> {
  const started = performance.now()
  const trail: string[] = []
  for (;;) {
    const sentMs = performance.now()
    let failed = ''
    const heard = await send(diary, town, request).catch((error: unknown): undefined => {
      failed = String(error)
    })
    trail.push(heard === undefined ? failed : shown(heard))
    if (heard !== undefined && isDefinite(heard)) return heard
    if (heard !== undefined && !isLater(heard))
      town.surprises.push(`${diary.person.id} ${request.path}: ${shown(heard)}`)
    if (isLeaving(diary, town, request.path, sentMs) && !isBusy(heard?.body)) throw new GoneAway()
    if (performance.now() - started > WAIT_MS_MAX) {
      town.surprises.push(`${diary.person.id} ${request.path}: never answered: ${runsOf(trail).join(', ')}`)
      throw new GoneAway()
    }
    await pause(PAUSE_MS)
    town.signal.throwIfAborted()
  }
}

/** Lists repeated entries once, with their number. */
function runsOf(lines: readonly string[]): readonly string[] {
  const runs: { readonly line: string; times: number }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.line === line) last.times += 1
    else runs.push({ line, times: 1 })
  }
  return runs.map(({ line, times }) => `${times} × ${line}`)
}

const isLeaving = ({ person }: Diary, { leaving }: Town, path: string, sentMs: number): boolean =>
  leaving === undefined
    ? !person.isPatient
    : sentMs < leaving.beforeMs && leaving.paths.some((start) => path.startsWith(start))
const isDefinite = ({ status, body }: Answer): boolean => status < 500 && !isBusy(body)
/** Under the same key somebody works, or has died at it. */
const isBusy = (body: Answer['body'] | undefined): boolean => body?.code === 'in-progress'
const isLater = ({ status, body, headers }: Heard): boolean =>
  isBusy(body) || (status === 503 && headers.has('retry-after'))

async function send(diary: Diary, town: Town, { path, form, ...options }: Request): Promise<Heard> {
  town.requests += 1
  const { token } = diary
  const answer = await fetch(`${town.url()}${path}`, {
    ...options,
    headers: {
      'User-Agent': PHONE,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    ...(form === undefined ? {} : { body: form() }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, headers: answer.headers, body }
}
