import { expect } from 'vitest'
import { createResetLetters } from '../../../accounts/reset-link.ts'
import { newId } from '../../../kernel/log/ids.ts'
import { takeOne } from '../../../kernel/jobs.ts'
import { createMailer } from '../mail-folder.ts'
import { createTestClock, openTestBackend } from '../../../../tests/support/api/test-backend.ts'
import { mailWorker, type MailOutcome, createRequestMail, type Letters } from '../waiting-mail.ts'
import { runOn } from '../../../accounts/testing/people.ts'

const HALF = 0.5
const PUBLIC_URL = 'https://tarjeta.example'

export type MailSide = Awaited<ReturnType<typeof openMailSide>>

export async function openMailSide() {
  const clock = createTestClock()
  const backend = await openTestBackend(clock, 'nothing')
  const { keys, own, store, names } = backend
  const { now } = clock
  const outcomes: MailOutcome[] = []
  const troubles: unknown[] = []
  let people = 0
  const requestMail = createRequestMail({ db: backend.app, keys, now, newId, wake: () => undefined })
  const letters: Partial<Letters> = {
    'password-reset': createResetLetters({ store, names, now, publicUrl: PUBLIC_URL }),
  }

  return {
    backend,
    clock,
    outcomes,
    troubles,
    requestMail,
    sender({ smtpUrl, folder = '/nowhere' }: { readonly smtpUrl?: string; readonly folder?: string }) {
      const worker = mailWorker({
        keys,
        mailer: createMailer({ smtpUrl, folder, from: 'hola@tarjeta.example' }),
        letters: letters as Letters,
        random: () => HALF,
        onOutcome: (outcome) => outcomes.push(outcome),
      })
      const onTrouble = (_kind: string, error: unknown): void => void troubles.push(error)
      const deps = { db: backend.jobPool, now, onTrouble }
      return async (signal = new AbortController().signal): Promise<void> => {
        while (!signal.aborted && (await takeOne(deps, worker, signal)));
      }
    },
    person: async (name: string): Promise<string> => {
      people += 1
      const id = `0199a000-0000-8000-8000-${people.toString(16).padStart(12, '0')}`
      const command = { type: 'Register', name, email: `${name.toLowerCase()}@correo.example` } as const
      await runOn(own.store, id, { ...command, credentialId: 'first', consent: 'register-2026-11' })
      return id
    },
    rows: async (): Promise<readonly string[]> => {
      const { rows } = await own.db.query<{ line: string }>(
        'select row_to_json(j)::text as line from kernel.jobs j',
      )
      return rows.map(({ line }) => line)
    },
    forget: async (): Promise<void> => {
      await own.db.query('delete from kernel.jobs')
      expect(troubles.splice(0)).toEqual([])
      outcomes.length = 0
    },
    close: backend.close,
  }
}
