import { expect, test } from 'vitest'
import { profileStream } from '@app/contracts/profiles/events.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { createSubjects } from '../kernel/keys/subjects.ts'
import { FIRST_DUE, SECOND_DUE, smtp, subjects, useReminderSide } from './testing/reminder-suite.ts'

const used = useReminderSide()
const EMAIL = 'ana@empresa.example'

const blocks = () => createSubjects(used.side.own.db)
const block = (subject: string): Promise<void> => blocks().freeze(subject, used.side.clock.now())

test('a reminder that is due while its subscriber or its profile is blocked is skipped with that reason, and the next one goes out [PRIV-15]', async () => {
  const server = await smtp()
  const worker = used.side.worker({ smtpUrl: server.url })
  const eva = await used.side.newProfile()
  const ids = [await used.side.subscribe(used.juan, EMAIL), await used.side.subscribe(eva, EMAIL)]
  const blocked = [subscriptionStream(ids[0]!), profileStream(eva.id)]
  for (const subject of blocked) await block(subject)
  await used.side.lookAt(worker, FIRST_DUE)
  expect(server.delivered).toEqual([])
  for (const id of ids) {
    expect(await used.side.history(id)).toEqual(['Subscribed', 'Skipped first blocked'])
    const { rows } = await used.side.own.db.query<{ first_status: string }>(
      'select first_status from read.subscriptions where id = $1',
      [id],
    )
    expect(rows).toEqual([{ first_status: 'blocked' }])
  }
  for (const subject of blocked) await blocks().unfreeze(subject)
  await used.side.lookAt(worker, SECOND_DUE)
  expect(subjects(server)).toHaveLength(2)
  for (const id of ids)
    expect((await used.side.history(id)).slice(2)).toEqual(['SendStarted second', 'Sent second'])
})

test('who is blocked after the intent gets no mail', async () => {
  const server = await smtp()
  const ana = await used.side.subscribe(used.juan, EMAIL)
  const afterIntent = () => block(subscriptionStream(ana))
  const worker = used.side.worker({ smtpUrl: server.url, afterIntent })
  await used.side.lookAt(worker, FIRST_DUE)
  expect(server.delivered).toEqual([])
  expect(await used.side.history(ana)).toEqual([
    'Subscribed',
    'SendStarted first',
    'SendFailed first withdrawn',
  ])
})
