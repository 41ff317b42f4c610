import { afterAll, beforeAll } from 'vitest'
import type { DomainEvent, EventType } from '@app/contracts/events/catalogue.ts'
import type { Range } from '@app/contracts/traffic/ranges.ts'
import { scaledLimits, type Limits } from '@app/contracts/limits/rate-limits.ts'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import type { ExternalLogin } from '@app/services/accounts/identity/external-login.ts'
import { newId } from '@app/services/kernel/log/ids.ts'
import type { Log } from '@app/services/platform/observability/log.ts'
import { createPasswords, type Passwords } from '@app/services/accounts/identity/passwords.ts'
import { erasingOf } from '@app/services/privacy/erasures/shred.ts'
import { DEMO_PROFILE_ID, DEMO_SLUG } from '@app/contracts/product.ts'
import { ensureFirstContent } from '@app/services/product/first-start/first-content.ts'
import { READ_MODELS } from '@app/contracts/data.ts'
import { createCredentials } from '@app/services/accounts/credentials.ts'
import { createAccountIds } from '@app/services/kernel/keys/keyed-ids.ts'
import { HTTP_LIMITS, openHttpServer } from '@app/services/platform/http/http-server.ts'
import { createSessionTokens } from '@app/services/platform/http/access/access-control.ts'
import {
  createTestProduct,
  createTestClock,
  openTestBackend,
  SECRETS,
  type Proxied,
  type TestBackend,
  createHeadInMemory,
} from './test-backend.ts'
import { createTestMailer } from './test-subscriptions.ts'
import { createTestDatabase, type Template } from '../test-database.ts'
import { createTestClient } from './test-client.ts'
import {
  eventsOf,
  logText,
  uuid,
  write,
  writeAccount,
  writeProfile,
  type TestAccount,
  type TestProfile,
} from './test-log.ts'

export const PASSWORD = 'Clave-de-prueba-1'
const ADMIN_EMAIL = 'admin@tarjeta.example'
const SETTLE_MS_MAX = 60_000
/** With bcrypt's least cost. Starting a thread takes longer than all of its hashes. */
export const CHEAP_PASSWORDS = createPasswords({ cost: 4, stepsBack: false })
/** A test that computes for long keeps both ends of its connections from their clocks: none is closed meanwhile. */
const PATIENT = { ...HTTP_LIMITS, keepAliveMs: 600_000 }
/** The limiter always runs. Tests that aim at other rules call more often than people; those of the limits give their own. */
const RAISED_LIMITS = scaledLimits(1_000_000)

export interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
}

const emailOf = (name: string): string => `${name.toLowerCase()}@tarjeta.example`

type GivenAccount = Partial<Omit<TestAccount, 'id' | 'name' | 'credentialId'>>

/** A client, and what is behind it: all but the proxy reaches log, keys and database without it. */
export type TestApi = Awaited<ReturnType<typeof startTestApi>>

/** Live streams with a quick timer, because the clock of a test stands still, and with counted queries. */
function createLiveTuning({ reader }: TestBackend) {
  let queries = 0
  const db = {
    query: (...asked: Parameters<typeof reader.query>) => {
      queries += 1
      return reader.query(...asked)
    },
  } as typeof reader
  return { live: { db, tickMs: 20 }, liveQueries: () => queries }
}

/** The tests choose the password: none is ever generated. */
const NONE_KEPT = { find: async () => undefined, keep: async () => undefined, forget: async () => undefined }

interface TestApiOptions {
  readonly proxied?: Proxied
  readonly externalLogin?: ExternalLogin
  /** Cheap ones by default. */
  readonly passwords?: Passwords
  readonly rateLimits?: Limits
  readonly trustProxy?: readonly string[]
  /** None by default; in production it hides whether a mail was queued. */
  readonly answerTime?: () => Promise<unknown>
  /** Between two blocks of the chain. */
  readonly chainEveryMs?: number
  readonly headMailTo?: string
  /** Pages are read anew each time by default, because the clock stands still. */
  readonly pageFreshMs?: number
  readonly monitorToken?: string
  readonly mailReportsSecret?: string
  /** A silent one by default. */
  readonly log?: Log
}

const OWNER = 'Camila'
const OWN_SLUG = 'camila'

/**
 * A product that was started once, with its owner and their profile, and its administrator, both signed in: a start on it
 * has nothing left to write.
 */
const STARTED: Template = {
  name: 'app_started',
  fill: async (url) => {
    const { api, writeFirst, signInFirst } = await startOn(url, {})
    await writeFirst()
    await signInFirst()
    await api.settle()
    await api.close()
  },
}

/** The whole API over a database of its own, on a clock that the test moves. */
export async function startTestApi(options: TestApiOptions = {}) {
  const { api, resumeFirst } = await startOn((await createTestDatabase(STARTED)).url, options)
  const people = await resumeFirst()
  return {
    ...api,
    ...people,
    /** As the administrator sees them, once they are complete. */
    figures: async (profileId: string, range?: Range) => {
      await api.settle()
      return api.figuresFor(people.admin.token, profileId, range)
    },
  }
}

/** The API of a file's tests, which has its parts once its hooks run, and is closed after them. */
export function useTestApi(options?: TestApiOptions | (() => Promise<TestApiOptions>)): TestApi {
  const api: Partial<TestApi> = {}
  beforeAll(async () => {
    Object.assign(api, await startTestApi(typeof options === 'function' ? await options() : options))
  })
  afterAll(() => api.close?.())
  return api as TestApi
}

async function startOn(
  databaseUrl: string,
  {
    proxied = 'nothing',
    externalLogin,
    passwords = CHEAP_PASSWORDS,
    rateLimits = RAISED_LIMITS,
    trustProxy = [],
    answerTime = async () => undefined,
    chainEveryMs,
    headMailTo,
    pageFreshMs = 0,
    monitorToken,
    mailReportsSecret,
    log,
  }: TestApiOptions,
) {
  const clock = createTestClock()
  const security: SecurityEvent[] = []
  const opened: (() => Promise<unknown>)[] = []
  const onStop = (close: () => Promise<unknown>): void => void opened.push(close)
  const backend = await openTestBackend(clock, proxied, databaseUrl)
  onStop(backend.close)
  const { mails, mailer } = createTestMailer()
  const founded = await ensureFirstContent(
    { ...backend, passwords, firstPassword: NONE_KEPT, securityLog: () => undefined },
    { email: ADMIN_EMAIL, password: PASSWORD },
  )
  const { live: liveTuning, liveQueries } = createLiveTuning(backend)
  const headFile = createHeadInMemory()
  const parts = {
    passwords,
    mailer,
    externalLogin,
    // Reminders that a test writes into the past would be due.
    settings: {
      rateLimits,
      trustProxy,
      monitorToken,
      mailReportsSecret,
      headMailTo,
      serves: ['api', 'projections'] as const,
    },
    log,
    tuning: {
      pageFreshMs,
      live: liveTuning,
      chain: chainEveryMs === undefined ? {} : { everyMs: chainEveryMs },
      // Longer than a call takes on a busy machine: a reaction that is faster answers instead of it.
      reactionGraceMs: 200,
      erasurePause: async () => undefined,
      answerTime,
    },
    securityLog: (event: SecurityEvent) => security.push(event),
    headFile,
    onStop,
  }
  async function serve(on: Awaited<ReturnType<TestBackend['beside']>>) {
    const { answer, ...running } = await createTestProduct({ ...on, ...parts })
    const server = await openHttpServer({ host: '127.0.0.1', port: 0, limits: PATIENT })
    server.serve(answer)
    onStop(() => server.stop(1_000))
    onStop(running.live.stop)
    return { ...running, url: `http://127.0.0.1:${server.port}` }
  }
  const { url, live, recorder, ...fresh } = await serve(backend)

  /** Waits until the read models contain the whole present log. */
  async function settle(): Promise<void> {
    const head = await backend.own.bare.headPosition()
    if (!(await fresh.waitFor(READ_MODELS, head, SETTLE_MS_MAX)))
      throw new Error(`no projection passed ${head} in time`)
  }

  const client = createTestClient(url)
  const accountIdOf = createAccountIds(backend.idKeys)
  const credentials = createCredentials(backend.app, clock.now)
  const { own } = backend

  async function writePerson(
    name: string,
    { email = emailOf(name), ...given }: GivenAccount = {},
  ): Promise<Omit<Person, 'token'>> {
    const account: TestAccount = { id: accountIdOf(email), name, email, ...given }
    const credentialId = newId()
    await credentials.add(account.id, credentialId, await passwords.hash(PASSWORD))
    await writeAccount(own.store, clock.now(), { ...account, credentialId })
    return { id: account.id, email }
  }
  const signedIn = async (person: Omit<Person, 'token'>): Promise<Person> => ({
    ...person,
    token: await client.tokenOf(person.email, PASSWORD),
  })
  const administrator = { id: founded.id, email: ADMIN_EMAIL }

  /** By their sessions in the template: the secret and the clock of all tests are the same. */
  async function resumeFirst(): Promise<{ owner: Person; admin: Person }> {
    const { rows } = await own.db.query<Record<'sid' | 'sub', string> & Record<'ver' | 'exp', number>>(
      `select id as sid, account_id as sub, session_version as ver, extract(epoch from ends_at)::int as exp
       from vault.sessions`,
    )
    const tokens = createSessionTokens({ secret: SECRETS.jwt, now: clock.now })
    const resumed = (person: Omit<Person, 'token'>): Person => {
      const session = rows.find(({ sub }) => sub === person.id)
      if (session === undefined) throw new Error(`${person.email} has no session in the template`)
      return { ...person, token: tokens.sign({ ...session, adm: person === administrator }) }
    }
    return { owner: resumed(owner), admin: resumed(administrator) }
  }

  // As in the product's own start: rows may contain the whole log before their runner is known.
  await fresh.waitFor(READ_MODELS, await backend.own.bare.headPosition(), 60_000)
  const owner = { id: accountIdOf(emailOf(OWNER)), email: emailOf(OWNER) }
  const profile = { id: uuid(1), slug: OWN_SLUG }
  let profiles = 1
  async function writeOne(made: Parameters<typeof writeProfile>[2]): Promise<TestProfile> {
    await writeProfile(own.store, clock.now(), made)
    await settle()
    return { id: made.id, slug: made.slug }
  }
  const newProfile = (slug: string, given: Partial<Parameters<typeof writeProfile>[2]> = {}) => {
    profiles += 1
    return writeOne({ id: uuid(profiles), slug, ownerId: owner.id, ...given })
  }

  const api = {
    ...client,
    ...own,
    idKeys: backend.idKeys,
    url,
    clock,
    proxy: backend.proxy,
    recorder,
    headFile,
    live,
    liveQueries,
    mails,
    /** Entries of the security log, in order; a test may empty it. */
    security,
    demo: { id: DEMO_PROFILE_ID, slug: DEMO_SLUG },
    profile,
    /** The e-mail follows from the name, unless it is given. */
    newAccount: async (name: string, account?: GivenAccount) => signedIn(await writePerson(name, account)),
    /** A profile of this test alone, the owner's unless stated otherwise. */
    newProfile,
    blocking: erasingOf(backend),
    /** Another process of the product over the same database, whose sessions are the same. */
    beside: async () => {
      const other = await backend.beside()
      onStop(other.close)
      return createTestClient((await serve(other)).url)
    },
    /** Appends what no call of the API can do yet, and waits for the read models. */
    write: async (stream: string, ...events: readonly DomainEvent[]) => {
      await write(own.store, clock.now(), stream, events)
      await settle()
    },
    /** A profile's events of the named types, in order. */
    events: (profileId: string, ...types: readonly EventType[]) => eventsOf(own.store, profileId, types),
    /** Every column of every event, as stored in the table. */
    logText: () => logText(own.db),
    settle,
    close: async () => {
      await backend.proxy.start()
      backend.proxy.thaw()
      for (const close of opened.reverse()) await close()
    },
  }
  return {
    api,
    writeFirst: async () => {
      await writePerson(OWNER)
      await writeOne({ ...profile, ownerId: owner.id })
    },
    signInFirst: async () => ({ owner: await signedIn(owner), admin: await signedIn(administrator) }),
    resumeFirst,
  }
}
