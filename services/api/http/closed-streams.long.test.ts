import { expect, onTestFinished, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { slugStream } from '@app/contracts/events/slug-events.ts'
import { createLog } from '@app/observability/log.ts'
import { NAMES } from '@app/vault/testing/names.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

const CLOSED = {
  code: 'not-found',
  detail:
    'Estos datos fueron cerrados desde fuera, y no podemos mostrarlos ni cambiarlos. Escríbenos y lo revisamos.',
}

type Call = (api: TestApi) => Promise<{ readonly status: number; json(): Promise<unknown> }>
const by =
  (who: 'owner' | 'admin', path: (api: TestApi) => string): Call =>
  (api) =>
    api.call(path(api), { token: api[who].token })

/** Which calls need a stream; all others answer as before. */
const CALLS: readonly (readonly [title: string, stream: (api: TestApi) => string, call: Call])[] = [
  ...(['owner', 'admin'] as const).flatMap((who) =>
    ['', '/history', '/expediente'].map(
      (part) =>
        [
          `a profile${part}, read by the ${who}`,
          ({ profile }: TestApi) => profileStream(profile.id),
          by(who, ({ profile }) => `/api/profile/${profile.id}${part}`),
        ] as const,
    ),
  ),
  [
    'an edit of a profile',
    ({ profile }) => profileStream(profile.id),
    ({ post, profile, owner }) =>
      post(`/api/profile/${profile.id}`, { position: 'Directora' }, { method: 'PUT', token: owner.token }),
  ],
  [
    'one’s own account',
    ({ owner }) => accountStream(owner.id),
    by('owner', ({ owner }) => `/api/account/${owner.id}/expediente`),
  ],
  [
    'an account, read by the administrator',
    ({ owner }) => accountStream(owner.id),
    by('admin', ({ owner }) => `/api/account/${owner.id}/expediente`),
  ],
  [
    'an expediente of which one stream is closed',
    ({ profile }) => slugStream(NAMES.slug(profile.slug)),
    by('owner', ({ profile }) => `/api/profile/${profile.id}/expediente`),
  ],
  [
    'a login',
    ({ owner }) => accountStream(owner.id),
    ({ post, owner }) => post('/api/auth/login', { email: owner.email, password: 'whatever' }),
  ],
]

test('a closed stream is a clear sentence wherever it is needed, and never an unexpected error; without its seals the log says so', async () => {
  const lines: string[] = []
  const api = await startTestApi({ log: createLog('warn', { write: (line) => void lines.push(line) }) })
  onTestFinished(() => api.close())
  const answers: unknown[] = []
  for (const [title, stream, call] of CALLS) {
    await api.db.query('insert into log.closed_streams values ($1, now())', [stream(api)])
    const answer = await call(api)
    answers.push([title, answer.status, await answer.json().catch(() => undefined)])
    await api.db.query('delete from log.closed_streams')
  }
  expect(answers).toEqual(CALLS.map(([title]) => [title, 404, CLOSED]))
  expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(CALLS.length)
})
