import type { NewSession, OpenSessions } from '../access/open-sessions.ts'

/** Like services/platform/http/access/open-sessions.ts, for tests over a log in memory. None expires here by itself. */
export function createMemorySessions(now: () => Date): OpenSessions {
  const open = new Map<string, NewSession & { readonly beganAt: Date; readonly seenAt: Date }>()
  const of = (accountId: string) => [...open.values()].filter((one) => one.accountId === accountId)
  return {
    begin: async (session) => void open.set(session.id, { ...session, beganAt: now(), seenAt: now() }),
    seenOf: async (accountId) => new Map(of(accountId).map(({ id, seenAt }) => [id, seenAt])),
    list: async (accountId) => of(accountId),
    openAmong: async (ids) => new Set(ids.filter((id) => open.has(id))),
    markSeen: async (id) => {
      const session = open.get(id)
      if (session !== undefined) open.set(id, { ...session, seenAt: now() })
    },
    end: async (accountId, id) => open.get(id)?.accountId === accountId && open.delete(id),
    removeExpired: async () => undefined,
  }
}
