import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { createRandom } from '@app/generator/random.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/demo-profile.ts'
import { derivedIdKeys } from '@app/vault/keys/id-keys.ts'
import { createKeyedNames, type KeyedNames } from '@app/vault/keys/keyed-names.ts'
import { KEY_BYTES } from '@app/vault/keys/sealing.ts'
import {
  accountFactsOf,
  doubledIn,
  faultsIn,
  halfDoneIn,
  lostIn,
  type AccountFacts,
} from './account-facts.ts'
import { ageKeys, AIMS, hold, isHeld, letGo, type Aim } from '../support/held-statements.ts'
import { killAndStart, ROUNDS, shownBacks, type Back, type Round, type KillFixture } from './kills.ts'
import { LOG_PLACES, ownLogPlace, type LogPlace } from '../support/log-places.ts'
import {
  emptyTown,
  liveAll,
  peopleOf,
  requestOf,
  sameAnswer,
  type Diary,
  type Town,
} from '../support/people.ts'
import { call, login } from '../support/processes/product-calls.ts'
import { caughtUp, databaseUrlOf, type LoggedEvent } from './product-log.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'
import { startProgram, type ProgramOptions } from '../support/processes/program.ts'
import { storedPictures, sweepAt } from '../support/stored-images.ts'
import { verifiedViews } from '../support/verified-views.ts'
import { isLong } from '../support/longer-runs.ts'
import { WAIT_MS_MAX } from '../support/wait-limit.ts'
import { eventually } from '../support/eventually.ts'

vi.setConfig({ testTimeout: 1_200_000 })

const KILLS = isLong ? 20 : 2
/** Codes for fewer profiles than people create, and for more. */
const CODES = isLong ? { 3: 20, 6: 20 } : { 3: 3, 6: 3 }
const AT_ONCE = 8
const DELAY_MS_MAX = 400
const FROZEN_MS_MAX = 25
const LOOK_EVERY_MS = 100
const SWEPT_MS_LATER = 2 * 3_600_000
/** The short run kills on EventStoreDB only in killing.faults.test.ts. */
const PLACES = isLong ? LOG_PLACES : (['postgres'] as const)
const random = createRandom(inject('seed'))

/** Raised, because all people of these tests call repeatedly from one address; the limiter still runs. */
const RATE_LIMITS = [
  'traffic=1000000/1000000',
  ...'login register activate create-profile edit-profile upload signed-in signed-in-address'
    .split(' ')
    .map((name) => `${name}=1000000/900`),
].join(',')

async function issuedCodes(options: ProgramOptions): Promise<readonly string[]> {
  const codes: string[] = []
  for (const [profiles, count] of Object.entries(CODES)) {
    const issue = startProgram(
      'ops',
      ['codes', 'issue', '--profiles', profiles, '--count', String(count)],
      options,
    )
    expect([await issue.ended, issue.errors()]).toEqual([0, ''])
    codes.push(
      ...issue
        .output()
        .split('\n')
        .filter((line) => normalCode(line) === line),
    )
  }
  return codes
}

/** Derives names of slugs and codes as the product does, from its first master key. */
async function namesOf(dataDir: string): Promise<KeyedNames> {
  const master = Buffer.from(await readFile(join(dataDir, 'secrets', 'master'), 'utf8'), 'base64')
  return createKeyedNames(derivedIdKeys(master.subarray(0, KEY_BYTES)))
}

/** Random moments, each as a number of people who have started. */
const killPoints = (people: number): readonly number[] =>
  Array.from({ length: KILLS }, (_none, n) => Math.floor(((n + 0.2 + 0.6 * random()) / KILLS) * people))

interface Plan {
  readonly aim?: Aim
  readonly round: Round
}

/** Aims at each kind of call in turn, then at random moments. */
function planOf(kind: LogPlace['kind'], n: number): Plan {
  const plans: readonly Plan[] = [
    ...AIMS[kind].map((aim) => ({
      aim,
      round: aim.isDone ? ('product' as const) : ('server as well' as const),
    })),
    ...ROUNDS[kind].map((round) => ({ round })),
  ]
  return plans[n % plans.length]!
}

/** @param isOver whether no call is left to hit */
async function strikeAt(
  fixture: KillFixture,
  town: Town,
  { aim, round }: Plan,
  isOver: () => boolean,
): Promise<Back> {
  if (aim === undefined) {
    await pause(random() * DELAY_MS_MAX)
    return strike(fixture, round)
  }
  const databaseUrl = await databaseUrlOf(fixture.dataDir)
  await hold(databaseUrl, aim)
  const isThere = async () => expect(isOver() || (await isHeld(databaseUrl))).toBe(true)
  await eventually(isThere, { everyMs: 1 })
  town.leaving = { paths: aim.leaving, beforeMs: performance.now() }
  const back = await strike(fixture, round)
  town.leaving = undefined
  await letGo(await databaseUrlOf(fixture.dataDir), aim)
  return isOver() ? back : { ...back, at: aim.at }
}

/** A separate log server finishes requests even after their sender is dead. */
async function strike(fixture: KillFixture, round: Round): Promise<Back> {
  const { server } = fixture.place
  if (server !== undefined && !round.startsWith('log server')) {
    server.freeze()
    setTimeout(() => server.thaw(), random() * FROZEN_MS_MAX)
  }
  const struck = new Date()
  const back = await killAndStart(fixture, round, random)
  if (round !== 'log server alone') await ageKeys(await databaseUrlOf(fixture.dataDir), struck)
  return back
}

async function healed(
  read: () => Promise<readonly LoggedEvent[]>,
  names: KeyedNames,
): Promise<readonly LoggedEvent[]> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const log = await read()
    if (waited >= WAIT_MS_MAX || halfDoneIn(accountFactsOf(log, names)).length === 0) return log
    await pause(LOOK_EVERY_MS)
  }
}

const TITLE = `${KILLS} kills while people register, activate and fill their profiles lose nothing and double nothing`

test.for(PLACES)(`with the log in %s ${TITLE} [LOG-1, LOG-8, LOG-9]`, async (kind, { signal }) => {
  const place = await ownLogPlace(kind)
  const dataDir = await ownDataFolder()
  const options = { dataDir, env: { RATE_LIMITS, ...place.env } }
  const fixture: KillFixture = {
    dataDir,
    place,
    env: { RATE_LIMITS },
    product: await startProductProcess(options),
  }
  const before = await place.read(dataDir)
  const codes = await issuedCodes(options)
  const people = peopleOf({ seed: inject('seed'), codes, random })
  const town = emptyTown({ url: () => fixture.product.url, random, signal })
  let isOver = false
  const living = liveAll(people, town, AT_ONCE).finally(() => (isOver = true))
  const backs: Back[] = []
  for (const [n, point] of killPoints(people.length).entries()) {
    while (town.diaries.length < point) await pause(1, undefined, { signal })
    backs.push(await strikeAt(fixture, town, planOf(kind, n), () => isOver))
  }
  await living
  const names = await namesOf(dataDir)
  const log = await healed(() => place.read(dataDir), names)

  const stored = log.slice(before.length)
  const facts = accountFactsOf(stored, names)
  const lost = lostIn(facts, town.diaries)
  const doubled = doubledIn(facts, town.diaries)
  console.log(`${kind}:`, reportOf({ town, backs, stored, lost: lost.length, doubled: doubled.length }))
  expect(log.slice(0, before.length)).toEqual(before)
  expect({ surprises: town.surprises, lost, doubled, faults: place.faultsOf(log) }).toEqual({
    surprises: [],
    lost: [],
    doubled: [],
    faults: [],
  })
  expect({ halfDone: halfDoneIn(facts), faults: faultsIn(facts) }).toEqual({ halfDone: [], faults: [] })
  await caughtUp(fixture.product.url)
  expect(await askedAgain(town)).toEqual([])
  expect(await place.length(dataDir)).toBe(log.length)
  expect(await wrongLogins(town, facts)).toEqual([])
  expect(await wrongPages(town)).toEqual([])
  expect((await storedPictures(dataDir)).unused).toEqual([])
  await sweepAt(new Date(Date.now() + SWEPT_MS_LATER), options)
  const shown = [...(await shownPictures(town)), ...picturesOfDemo(log)].sort()
  expect((await storedPictures(dataDir)).all).toEqual(shown)
  expect(await wrongProfiles(town)).toEqual([])
  expect(doubledEventsIn(stored, town)).toEqual([])
  const views = await verifiedViews(options)
  expect(views.filter(({ differing }) => differing > 0)).toEqual([])
})

/** Repeats each call under its key after the kills, which must give the same answer and append nothing. */
async function askedAgain({ diaries, url }: Town): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const keyed of diaries.flatMap(({ calls }) => calls)) {
    if (keyed.answer === undefined) continue
    const again = await call(`${url()}${keyed.path}`, requestOf(keyed))
    if (!sameAnswer(keyed.answer, again))
      wrong.push(
        `${keyed.what} ${JSON.stringify(keyed.answer)}, then ${again.status} ${JSON.stringify(again.body)}`,
      )
  }
  return wrong
}

const NEVER_SET = 'Ninguna-de-ellas-1'

/** Exactly one of the passwords sent for a registered account must open it: the acknowledged one. */
async function wrongLogins({ diaries, url }: Town, { accounts }: AccountFacts): Promise<readonly string[]> {
  const mailboxes = new Map<string, Diary[]>()
  for (const diary of diaries) {
    const email = diary.person.email.trim().toLowerCase()
    mailboxes.set(email, [...(mailboxes.get(email) ?? []), diary])
  }
  const wrong: string[] = []
  const opened = new Set<string>()
  for (const [email, sharers] of mailboxes) {
    const opening: Diary[] = []
    for (const diary of sharers) {
      const answer = await login(url(), diary.person.password, email)
      if (answer.status !== 200) continue
      opening.push(diary)
      opened.add(((await answer.json()) as { readonly user: { readonly id: string } }).user.id)
    }
    if (opening.length > 1) wrong.push(`${email} opens with ${opening.length} passwords`)
    for (const diary of sharers)
      if (diary.accountId !== undefined && !opening.includes(diary))
        wrong.push(`${email} does not open with its password`)
    if ((await login(url(), NEVER_SET, email)).status !== 401) wrong.push(`${email} opens with any password`)
  }
  for (const id of accounts.keys()) if (!opened.has(id)) wrong.push(`account ${id} is nobody's`)
  return wrong
}

/** A person with an acknowledged slug must be shown there, and have the slots of their code. */
async function wrongPages({ diaries, url }: Town): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const { calls, token } of diaries)
    for (const { what, answer } of calls) {
      if (what !== 'activate' || answer?.status !== 200) continue
      const { profile_url: page, user } = answer.body as {
        profile_url: string
        user: Record<string, unknown>
      }
      const { status } = await call(`${url()}${new URL(page).pathname}`)
      const me = await call(`${url()}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })
      const shown = me.body.user as Record<string, unknown>
      const isSame = shown.max_profiles === user.max_profiles && shown.activation_used === true
      if (status !== 200 || !isSame) wrong.push(`${page}: ${status} ${JSON.stringify(shown)}`)
    }
  return wrong
}

const FIELD_OF = { 'profile-image': 'profile_image', 'company-logo': 'company_logo' } as const

/** The last acknowledged change must be stored once; others may be stored only if they were sent. */
async function wrongProfiles({ diaries, url }: Town): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const { texts, pictures, token } of diaries)
    for (const [key, { value, isCertain }] of [...texts, ...pictures]) {
      const [profileId = '', name = ''] = key.split(' ')
      const headers = { Authorization: `Bearer ${token}` }
      const { status, body } = await call(`${url()}/api/profile/${profileId}`, { headers })
      if (status !== 200) wrong.push(`${key}: ${status}`)
      else if (texts.has(key)) {
        const times = (body.bio as string).split(value!).length - 1
        if (times > 1 || (isCertain && times === 0))
          wrong.push(`${key}: ${times} times in ${JSON.stringify(body.bio)}`)
      } else {
        const there = body[FIELD_OF[name as keyof typeof FIELD_OF]] as string | null
        if (isCertain && there !== value) wrong.push(`${key}: ${there}, not ${value}`)
        const file = there === null ? undefined : await call(`${url()}/api/files/${there}`)
        if (file !== undefined && file.status !== 200) wrong.push(`${key}: ${file.status}`)
      }
    }
  return wrong
}

async function shownPictures({ diaries, url }: Town): Promise<readonly string[]> {
  const shown = new Set<string>()
  for (const { token, pictures } of diaries) {
    if (pictures.size === 0) continue
    const { body } = await call(`${url()}/api/profiles/me`, { headers: { Authorization: `Bearer ${token}` } })
    for (const profile of body as unknown as Record<string, unknown>[])
      for (const ref of [profile.profile_image, profile.company_logo, profile.background_image])
        if (typeof ref === 'string') shown.add(ref)
  }
  return [...shown].sort()
}

const picturesOfDemo = (log: readonly LoggedEvent[]): readonly string[] =>
  log
    .filter(({ stream, type }) => stream === profileStream(DEMO_PROFILE_ID) && type === 'ProfileImageSet')
    .map(({ data }) => String(data.ref))

/** Each picture must be set once and each text written once, for any number of requests. */
function doubledEventsIn(stored: readonly LoggedEvent[], { diaries }: Town): readonly string[] {
  return diaries.flatMap(({ texts, pictures, uploads, edits }) => {
    const profileId = [...texts.keys(), ...pictures.keys()][0]?.split(' ')[0]
    if (profileId === undefined) return []
    const own = stored.filter(({ stream }) => stream === `profile-${profileId}`)
    const count = (type: string): number => own.filter((event) => event.type === type).length
    const found = { set: count('ProfileImageSet'), edited: count('ProfileEdited') }
    return found.set > uploads || found.edited > edits
      ? [`profile ${profileId}: ${JSON.stringify(found)} of ${uploads} pictures and ${edits} texts`]
      : []
  })
}

interface Outcome {
  readonly town: Town
  readonly backs: readonly Back[]
  readonly stored: readonly LoggedEvent[]
  readonly lost: number
  readonly doubled: number
}

function reportOf({ town, backs, stored, lost, doubled }: Outcome): string {
  const { diaries, requests } = town
  const calls = diaries.flatMap((diary) => diary.calls)
  const acknowledged = (what: string): number =>
    calls.filter((one) => one.what === what && one.answer?.status === 200).length
  const unheard = calls.filter(({ answer }) => answer === undefined).length
  const mended = stored.filter(({ causationId }) => causationId !== null).length
  return `${backs.length} kills, ${diaries.length} people, ${requests} requests, acknowledged: ${acknowledged('register')} registrations, ${acknowledged('activate')} activations, ${acknowledged('create')} profiles; ${unheard} never answered, ${stored.length} stored, ${mended} by reactions, ${lost} lost, ${doubled} doubled; back: ${shownBacks(backs)}`
}
