import { createTestClock, openTestBackend } from '../../../tests/support/api/test-backend.ts'
import { uuid, write, writeAccount, writeProfile } from '../../../tests/support/api/test-log.ts'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { profileStream, type ProfileDetails } from '@app/contracts/profiles.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/reminders.ts'
import { readStream } from '../../kernel/codec.ts'
import { makeCheckpoint } from '../../kernel/checkpoint.ts'
import { takeOne } from '../../kernel/jobs.ts'
import type { Events } from '../../kernel/commands.ts'
import { withLog } from '../../kernel/testing/memory-events.ts'
import { catchUp, foldUpTo } from '../../kernel/models/compare.ts'
import { createMailer } from '../../platform/mail/mail-folder.ts'
import type { Delivery } from '../../platform/mail/mailer.ts'
import { buildName, dropBuild } from '../../kernel/models/builds.ts'
import { ensureBuild } from '../../kernel/models/follow-builds.ts'
import { subscriptionsModel } from '@app/projections/subscriptions/read-model.ts'
import { createReminderTokens } from '../../kernel/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '../../kernel/keys/keyed-ids.ts'
import { reminderJobs } from '../remind.ts'
import { MAIL_FROM, testReminderWorker, TIMES } from './test-reminder-worker.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { TestSmtp } from '../../platform/mail/testing/test-smtp.ts'

export type ReminderSide = Awaited<ReturnType<typeof openReminderSide>>

export interface SenderOptions {
  readonly smtpUrl?: string
  readonly afterIntent?: () => Promise<void>
  readonly deliver?: (deliver: () => Promise<Delivery>) => Promise<Delivery>
}

export async function openReminderSide() {
  const clock = createTestClock()
  const backend = await openTestBackend(clock, 'nothing')
  const { own, idKeys } = backend
  const { now } = clock
  const tokens = createReminderTokens(idKeys)
  const ids = createSubscriptionIds(idKeys)
  const troubles: unknown[] = []
  const closing: (() => void)[] = []
  const open = new Set<string>()
  let [profiles, wishes] = [0, 0]

  const add = (stream: string, ...events: readonly DomainEvent[]): Promise<void> =>
    write(own.store, now(), stream, events)

  async function newProfile(details: Partial<ProfileDetails> = {}, givenId?: string): Promise<Shown> {
    profiles += 1
    const [id, ownerId] = [givenId ?? uuid(0x7000 + profiles), uuid(0x8000 + profiles)]
    const email = `juan${profiles}@tarjeta.example`
    await writeAccount(own.store, now(), { id: ownerId, name: 'Juan', email })
    const shown = { name: 'Juan', lastname: 'Pérez', position: 'Arquitecto', ...details }
    await writeProfile(own.store, now(), { id, slug: `juan-${profiles}`, ownerId, details: shown })
    return { id, ownerId }
  }

  /** @returns the id of the subscription */
  async function subscribe(
    { id: profileId }: Pick<Shown, 'id'>,
    email = `ana${(wishes += 1)}@empresa.example`,
  ): Promise<string> {
    const subscriptionId = ids.subscription(profileId, email)
    open.add(subscriptionId)
    const data = { profileId, email, consent: 'subscribe-2026-11' }
    await add(subscriptionStream(subscriptionId), { type: 'ReminderSubscribed', data })
    return subscriptionId
  }

  async function project(): Promise<void> {
    const db = backend.projector
    const { storeId } = own.bare
    const head = await own.bare.headPosition()
    const { name } = await ensureBuild(db, subscriptionsModel, { storeId, now: now() })
    const deps = { db, log: own.bare, codec: own.codec, seals: own.seals, now }
    await foldUpTo(deps, subscriptionsModel, name, head)
    const jobs = reminderJobs({ log: own.bare, times: TIMES, now })
    await makeCheckpoint(db, jobs.name, storeId)
    await catchUp({ db }, jobs, head)
  }

  /** A worker of its own. @returns does what is due */
  function worker(options: SenderOptions): () => Promise<void> {
    const { smtpUrl, deliver = (give) => give() } = options
    const mailer = createMailer({ smtpUrl, folder: '/nowhere', from: MAIL_FROM })
    const remind = testReminderWorker(
      { ...backend, store: pausingAfterIntent(backend.store, options.afterIntent) },
      { ...mailer, atOnce: 1, deliver: (mail, signal) => deliver(() => mailer.deliver(mail, signal)) },
      now,
    )
    const end = new AbortController()
    closing.push(() => {
      end.abort()
      mailer.close()
    })
    const onTrouble = (_kind: string, error: unknown): void => void troubles.push(error)
    const deps = { db: backend.jobPool, now, onTrouble }
    return async () => {
      while (!end.signal.aborted && (await takeOne(deps, remind, end.signal)));
    }
  }

  return {
    ...backend,
    clock,
    tokens,
    ids,
    troubles,
    add,
    newProfile,
    subscribe,
    project,
    worker,
    endAll: async (): Promise<void> => {
      for (const id of open)
        await add(subscriptionStream(id), { type: 'ReminderCancelled', data: { by: 'admin' } })
      open.clear()
    },
    rebuild: async (): Promise<void> => {
      await dropBuild(backend.projector, buildName(subscriptionsModel))
      await project()
    },
    lookAt: async (sendDue: () => Promise<void>, instant: string): Promise<void> => {
      clock.set(instant)
      await project()
      await sendDue()
      await project()
    },
    deactivate: ({ id }: Shown) => add(profileStream(id), { type: 'ProfileDeactivated', data: {} }),
    activate: ({ id }: Shown) => add(profileStream(id), { type: 'ProfileActivated', data: {} }),
    remove: ({ id }: Shown) => add(profileStream(id), { type: 'ProfileDeleted', data: {} }),
    deactivateOwner: ({ ownerId }: Shown) =>
      add(accountStream(ownerId), { type: 'AccountDeactivated', data: {} }),
    suppress: (email: string) =>
      add(suppressionStream(ids.suppression(email)), { type: 'RemindersSuppressed', data: {} }),
    async history(subscriptionId: string): Promise<readonly string[]> {
      return (await readStream(own.store, subscriptionStream(subscriptionId))).map(lineOf)
    },
    async jobs(subscriptionId: string): Promise<number> {
      const { rowCount } = await own.db.query("select from kernel.jobs where key like $1 || ' %'", [
        subscriptionId,
      ])
      return rowCount!
    },
    close: async () => {
      for (const close of closing) close()
      await backend.close()
    },
  }
}

const pausingAfterIntent = (store: Events, afterIntent?: () => Promise<void>): Events =>
  withLog(store, {
    append: async (stream, expected, events, options) => {
      const appended = await store.log.append(stream, expected, events, options)
      if (events.some(({ type }) => type === 'ReminderSendStarted')) await afterIntent?.()
      return appended
    },
  })

const lineOf = ({ type, data }: StoredEvent): string =>
  [type.replace('Reminder', ''), data['reminder'], data['reason'] ?? data['by'] ?? data['status']]
    .filter((word) => typeof word === 'string')
    .join(' ')

export interface Shown {
  readonly id: string
  readonly ownerId: string
}

export const FIRST_DUE = '2026-11-09T10:15:20.500-03:00'
export const SECOND_DUE = '2026-11-16T10:15:20.500-03:00'

export function useReminderSide() {
  let [side, juan] = [] as unknown as [ReminderSide, Shown]
  beforeAll(async () => {
    side = await openReminderSide()
  })
  afterAll(() => side.close())
  beforeEach(async () => {
    side.clock.set('2026-11-02T10:15:20.500-03:00')
    juan = await side.newProfile()
  })
  afterEach(async () => {
    expect(side.troubles.splice(0)).toEqual([])
    await side.endAll()
  })
  return { side: () => side, juan: () => juan }
}

export const subjects = ({ delivered }: TestSmtp): readonly string[] =>
  delivered.map(({ eml }) => (/^Subject: .*conociste/m.test(eml) ? 'first' : 'second'))
export const idsOf = ({ delivered }: TestSmtp): readonly string[] =>
  delivered.map(({ eml }) => /^Message-ID: (\S+)/m.exec(eml)![1]!)
